/** The style of the shopper's pages; part of each page, so that a page needs no other request. */
export const CHECKOUT_STYLE = `
.banner { padding: 8px 16px; text-align: center; font-size: 14px; background: var(--warn-tint); color: var(--warn); }
main { width: 100%; max-width: 480px; margin: 0 auto; padding: 32px 16px; flex: 1; }
.section { padding: 24px; }
.section + .section { border-top: 1px solid var(--line); }
.shop { font-size: 14px; color: var(--quiet); overflow-wrap: anywhere; }
.amount { font-size: 40px; line-height: 1.2; font-weight: 650; letter-spacing: -.02em; font-variant-numeric: tabular-nums; }
.description { margin-top: 8px; overflow-wrap: anywhere; }
.reference { margin-top: 4px; font-size: 14px; color: var(--quiet); overflow-wrap: anywhere; }
.label { display: block; width: 100%; margin-bottom: 12px; padding: 0; font-size: 14px; font-weight: 600; }
.methods { display: grid; gap: 8px; }
.method {
  display: flex; align-items: center; gap: 12px; padding: 10px 14px; min-height: 56px;
  border: 1px solid var(--line); border-radius: 12px; color: inherit; text-decoration: none;
}
.method:hover { border-color: var(--quiet); }
.method .words { flex: 1; min-width: 0; line-height: 1.3; }
.method .name { display: block; font-weight: 550; }
.method .hint { display: block; font-size: 13px; color: var(--quiet); }
.primary {
  display: block; width: 100%; min-height: 52px; padding: 12px 16px; border: 0; border-radius: 12px; text-align: center;
  background: var(--accent); color: var(--on-accent); font-size: 17px; font-weight: 600; text-decoration: none;
}
.primary:hover { background: var(--accent-hover); }
.endings { display: grid; gap: 8px; }
.ending {
  display: flex; align-items: baseline; justify-content: space-between; gap: 12px; width: 100%; min-height: 44px;
  padding: 10px 14px; border: 1px solid var(--line); border-radius: 10px; background: var(--soft); text-align: left;
}
.ending:hover { border-color: var(--quiet); }
.ending .what { font-weight: 550; white-space: nowrap; }
.ending .effect { font-size: 13px; color: var(--quiet); text-align: right; }
.notice { display: flex; gap: 12px; padding: 16px 24px; font-size: 15px; border-bottom: 1px solid var(--line); }
.notice strong { display: block; }
.notice svg { flex: none; width: 22px; height: 22px; margin-top: 1px; }
.notice.bad a { color: inherit; font-weight: 600; }
.result { padding: 40px 24px 32px; text-align: center; }
.result h1 { margin-top: 16px; font-size: 22px; line-height: 1.3; }
.result p { margin-top: 8px; color: var(--quiet); overflow-wrap: anywhere; }
.result .amount { color: var(--ink); font-size: 28px; }
.result .primary { margin-top: 24px; }
.result + .section { border-top: 1px solid var(--line); }
.mark { display: inline-grid; place-items: center; width: 64px; height: 64px; border-radius: 50%; }
.mark svg { width: 32px; height: 32px; }
@media (max-width: 720px) {
  main { padding: 20px 12px; }
  .section { padding: 20px; }
  .amount { font-size: 34px; }
}
@media (max-width: 440px) {
  .ending { flex-direction: column; gap: 0; }
  .ending .effect { text-align: left; }
}
@media (forced-colors: active) { .choice:has(input:checked) { outline: 2px solid Highlight; } }
`;
