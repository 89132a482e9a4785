/** The style of all of the sandbox's pages; sent inside each, so that a page is one request and needs no other. */
export const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --ground: #f4f5f7; --card: #fff; --ink: #16191d; --quiet: #5b6470; --line: #d9dde3; --soft: #f7f8fa;
  --accent: #1f5eff; --accent-hover: #174bd1; --on-accent: #fff; --tint: #edf2ff;
  --good: #0b6b3a; --good-tint: #e4f5ea; --bad: #a3231b; --bad-tint: #fdeceb; --warn: #7a4b00; --warn-tint: #fff3d9;
  --shadow: 0 1px 2px rgb(16 24 40 / 5%), 0 8px 24px rgb(16 24 40 / 6%);
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0f1215; --card: #181c21; --ink: #eceff3; --quiet: #9aa5b1; --line: #2d343c; --soft: #1e2329;
    --accent: #7ea2ff; --accent-hover: #9ab7ff; --on-accent: #0b1430; --tint: #1d2740;
    --good: #74d69b; --good-tint: #15301f; --bad: #ff9c94; --bad-tint: #3a1b19; --warn: #f2c36b; --warn-tint: #33270f;
    --shadow: none;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; min-height: 100vh; display: flex; flex-direction: column;
  background: var(--ground); color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  -webkit-font-smoothing: antialiased;
}
h1, h2, p, dl, dd, ul, fieldset { margin: 0; padding: 0; }
a { color: var(--accent); text-underline-offset: 3px; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.banner { padding: 8px 16px; text-align: center; font-size: 14px; background: var(--warn-tint); color: var(--warn); }
main { width: 100%; max-width: 480px; margin: 0 auto; padding: 32px 16px; flex: 1; }
main.wide { max-width: 1120px; }
footer { padding: 0 16px 24px; text-align: center; font-size: 13px; color: var(--quiet); }
.card {
  background: var(--card); border: 1px solid var(--line); border-radius: 16px; box-shadow: var(--shadow); overflow: hidden;
}
.section { padding: 24px; }
.section + .section { border-top: 1px solid var(--line); }
.shop { font-size: 14px; color: var(--quiet); overflow-wrap: anywhere; }
.amount { font-size: 40px; line-height: 1.2; font-weight: 650; letter-spacing: -.02em; font-variant-numeric: tabular-nums; }
.description { margin-top: 8px; overflow-wrap: anywhere; }
.reference { margin-top: 4px; font-size: 14px; color: var(--quiet); overflow-wrap: anywhere; }
.label { display: block; width: 100%; margin-bottom: 12px; padding: 0; font-size: 14px; font-weight: 600; }
fieldset { border: 0; min-width: 0; }
.methods { display: grid; gap: 8px; }
.methods + .primary, fieldset + .primary { margin-top: 20px; }
.method {
  display: flex; align-items: center; gap: 12px; padding: 10px 14px; min-height: 56px;
  border: 1px solid var(--line); border-radius: 12px; cursor: pointer;
}
.method:hover { border-color: var(--quiet); }
.method:has(input:checked) { border-color: var(--accent); background: var(--tint); box-shadow: inset 0 0 0 1px var(--accent); }
.method:has(input:focus-visible) { outline: 3px solid var(--accent); outline-offset: 2px; }
.method input { flex: none; width: 18px; height: 18px; margin: 0; accent-color: var(--accent); outline: none; }
.method .words { flex: 1; min-width: 0; line-height: 1.3; }
.method .name { display: block; font-weight: 550; }
.method .hint { display: block; font-size: 13px; color: var(--quiet); }
.method svg { flex: none; width: 36px; height: 24px; color: var(--quiet); }
.method:has(input:checked) svg { color: var(--accent); }
button { font: inherit; color: inherit; cursor: pointer; }
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
.bad { background: var(--bad-tint); color: var(--bad); }
.notice.bad a { color: inherit; font-weight: 600; }
.result { padding: 40px 24px 32px; text-align: center; }
.result h1 { margin-top: 16px; font-size: 22px; line-height: 1.3; }
.result p { margin-top: 8px; color: var(--quiet); overflow-wrap: anywhere; }
.result .amount { color: var(--ink); font-size: 28px; }
.result .primary { margin-top: 24px; }
.mark { display: inline-grid; place-items: center; width: 64px; height: 64px; border-radius: 50%; }
.mark svg { width: 32px; height: 32px; }
.mark.good, .tag.good { background: var(--good-tint); color: var(--good); }
.mark.bad, .tag.bad { background: var(--bad-tint); color: var(--bad); }
.mark.plain, .tag.plain { background: var(--soft); color: var(--quiet); }
.tag.wait { background: var(--warn-tint); color: var(--warn); }
.tag { display: inline-block; padding: 2px 10px; border-radius: 99px; font-size: 13px; font-weight: 550; white-space: nowrap; }
.title { margin: 0 0 4px; font-size: 26px; line-height: 1.2; letter-spacing: -.01em; }
.lead { margin-bottom: 24px; color: var(--quiet); }
table { width: 100%; border-collapse: collapse; font-size: 15px; }
caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
th, td { padding: 14px 12px; text-align: left; vertical-align: baseline; }
.id { overflow-wrap: anywhere; }
.about { overflow-wrap: anywhere; }
thead th { white-space: nowrap; font-size: 13px; font-weight: 550; color: var(--quiet); border-bottom: 1px solid var(--line); }
tbody tr + tr > * { border-top: 1px solid var(--line); }
tbody th { font-weight: 550; }
@media (min-width: 961px) {
  th:first-child { padding-left: 20px; }
  td:last-child, th:last-child { padding-right: 20px; }
  .id { min-width: 132px; } .about { min-width: 160px; width: 34%; } .group { min-width: 120px; }
}
.group { overflow-wrap: anywhere; }
.number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
.time { white-space: nowrap; color: var(--quiet); font-variant-numeric: tabular-nums; }
.empty { padding: 48px 24px; text-align: center; color: var(--quiet); }
.empty strong { display: block; color: var(--ink); }
code { font: 0.9em ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
@media (max-width: 720px) {
  main { padding: 20px 12px; }
  .section { padding: 20px; }
  .amount { font-size: 34px; }
}
@media (max-width: 960px) {
  thead { display: none; }
  table, tbody { display: block; }
  tbody tr {
    display: grid; grid-template-columns: 1fr auto; gap: 6px 12px; padding: 16px;
    grid-template-areas: "id amount" "about about" "group time" "status link";
  }
  tbody tr + tr { border-top: 1px solid var(--line); }
  tbody tr + tr > * { border: 0; }
  tbody th, tbody td { padding: 0; }
  .id { grid-area: id; } .number { grid-area: amount; } .about { grid-area: about; } .group { grid-area: group; }
  .time { grid-area: time; } .status { grid-area: status; } .link { grid-area: link; text-align: right; }
  .group, .time { font-size: 14px; color: var(--quiet); overflow-wrap: anywhere; }
}
@media (max-width: 440px) {
  .ending { flex-direction: column; gap: 0; }
  .ending .effect { text-align: left; }
}
@media (forced-colors: active) { .method:has(input:checked) { outline: 2px solid Highlight; } }
`;
