/** The style of the payment methods' pages, and of their second column. */
export const METHOD_STYLE = `
:root { --edge: #838d99; }
@media (prefers-color-scheme: dark) { :root { --edge: #6d7885; } }
main.wide { max-width: 912px; display: grid; grid-template-columns: minmax(0, 1fr) 340px; gap: 24px; align-items: start; }
.steps { display: grid; gap: 16px; }
.method-title { display: flex; align-items: center; gap: 12px; font-size: 18px; line-height: 1.3; }
.icon { flex: none; width: 54px; height: 36px; }
.icon svg { display: block; width: 100%; height: 100%; }
.method-group + .method-group { margin-top: 20px; }
.method-group h3, .method-group summary { margin-bottom: 8px; font-size: 13px; font-weight: 600; color: var(--quiet); }
ul.methods, .test-values ul, .order-lines { padding: 0; list-style: none; }
.method-group summary, .other summary { cursor: pointer; min-height: 24px; }
.fields { display: grid; grid-template-columns: 1fr 1fr; gap: 16px; align-items: start; }
.field label { display: block; margin-bottom: 4px; font-size: 14px; font-weight: 600; }
.field input:not([type=checkbox]), .field select {
  width: 100%; min-height: 48px; padding: 10px 12px; border: 1px solid var(--edge); border-radius: 10px; background: var(--card);
}
.field [aria-invalid=true] { border-color: var(--bad); box-shadow: inset 0 0 0 1px var(--bad); }
.field label.check { display: flex; gap: 12px; align-items: flex-start; margin: 0; font-weight: 400; font-size: 15px; }
.check input, .choice input { flex: none; width: 20px; height: 20px; margin: 2px 0 0; accent-color: var(--accent); }
.hint { font-size: 13px; color: var(--quiet); }
.field .hint { margin-top: 4px; }
.problem { margin-top: 4px; font-size: 14px; color: var(--bad); }
.choices { display: grid; gap: 8px; }
.choice {
  display: flex; gap: 12px; align-items: flex-start; padding: 10px 14px; border: 1px solid var(--line); border-radius: 10px;
  cursor: pointer;
}
.choice:has(input:checked) { border-color: var(--accent); background: var(--tint); }
.choice .words { line-height: 1.35; min-width: 0; }
.choice .name, .choice .number { display: block; font-weight: 550; }
.choice .hint { display: block; }
.answers { display: grid; gap: 8px; }
.secondary {
  width: 100%; min-height: 48px; padding: 10px 16px; border: 1px solid var(--edge); border-radius: 12px;
  background: var(--card); font-weight: 550;
}
.secondary:hover { background: var(--soft); }
.quiet { min-height: 32px; padding: 4px 0; border: 0; background: none; color: var(--quiet); text-decoration: underline; text-underline-offset: 3px; }
.quiet:hover { color: var(--ink); }
.exits { display: flex; flex-wrap: wrap; gap: 8px 24px; align-items: center; padding-top: 16px; padding-bottom: 16px; font-size: 14px; }
.other summary { font-size: 14px; font-weight: 600; }
.other form { margin-top: 16px; }
.other.section { padding-top: 16px; padding-bottom: 16px; background: var(--soft); }
.other .ending { background: var(--card); }
.sums { display: grid; gap: 4px; font-size: 15px; }
.section > .sums, .sums { margin-top: 8px; }
.sums > div { display: flex; justify-content: space-between; gap: 16px; }
.sums dt { color: var(--quiet); }
.sums dd { font-weight: 550; text-align: right; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
.order-lines { margin-top: 8px; font-size: 14px; overflow-wrap: anywhere; }
.qr { margin: 0; text-align: center; }
.qr svg { width: 208px; max-width: 100%; height: auto; border-radius: 12px; }
.qr figcaption { margin-top: 8px; font-size: 13px; color: var(--quiet); }
.test-values { padding: 20px; }
.test-values h2 { font-size: 16px; }
.test-values ul { display: grid; gap: 8px; margin-top: 12px; }
.test-values a {
  display: block; padding: 8px 12px; border: 1px solid var(--line); border-radius: 10px; color: var(--ink); text-decoration: none;
}
.test-values a:hover { border-color: var(--accent); }
.test-values a[aria-current] { border-color: var(--accent); background: var(--tint); }
.number { font-variant-numeric: tabular-nums; }
.test-values .number { display: block; font-weight: 550; overflow-wrap: anywhere; }
.test-values .effect { display: block; font-size: 13px; color: var(--quiet); }
.jump { display: none; }
@media (max-width: 860px) { .section.jump { display: block; padding-top: 12px; padding-bottom: 12px; font-size: 14px; } }
@media (max-width: 860px) { main.wide { max-width: 480px; grid-template-columns: minmax(0, 1fr); } }
@media (max-width: 720px) { .exits, .other.section { padding-left: 20px; padding-right: 20px; } }
`;
