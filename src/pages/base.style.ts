/** Colours, type and the few parts that all pages share. */
export const BASE_STYLE = `
:root {
  color-scheme: light dark;
  --ground: #f4f5f7; --card: #fff; --ink: #16191d; --quiet: #5b6470; --line: #d9dde3; --soft: #f7f8fa;
  --accent: #1f5eff; --accent-hover: #174bd1; --on-accent: #fff; --tint: #edf2ff; --on-tint: #1a43b0;
  --good: #0b6b3a; --good-tint: #e4f5ea; --bad: #a3231b; --bad-tint: #fdeceb; --warn: #7a4b00; --warn-tint: #fff3d9;
  --shadow: 0 1px 2px rgb(16 24 40 / 5%), 0 8px 24px rgb(16 24 40 / 6%);
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0f1215; --card: #181c21; --ink: #eceff3; --quiet: #9aa5b1; --line: #2d343c; --soft: #1e2329;
    --accent: #7ea2ff; --accent-hover: #9ab7ff; --on-accent: #0b1430; --tint: #1d2740; --on-tint: #b3c8ff;
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
h1, h2, h3, p, dl, dd, ul, ol, fieldset { margin: 0; padding: 0; }
a { color: var(--accent); text-underline-offset: 3px; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
button, input, select { font: inherit; color: inherit; }
button { cursor: pointer; }
fieldset { border: 0; min-width: 0; }
footer { padding: 0 16px 24px; text-align: center; font-size: 13px; color: var(--quiet); }
.card {
  background: var(--card); border: 1px solid var(--line); border-radius: 16px; box-shadow: var(--shadow); overflow: hidden;
}
.good { background: var(--good-tint); color: var(--good); }
.bad { background: var(--bad-tint); color: var(--bad); }
.wait { background: var(--warn-tint); color: var(--warn); }
.note { background: var(--tint); color: var(--on-tint); }
.plain { background: var(--soft); color: var(--quiet); }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
code { font: 0.9em ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
`;
