import { minifyCss } from '@crypto-checkout/core'

export const homeCss = minifyCss(`:root {
  color-scheme: light dark;
  --ground: #f1f3f8; --card: #ffffff; --soft: #f1f3f8; --line: #d5dae4; --ink: #12161f; --muted: #545d6f; --link: #1f4fd8;
  --good: #11724a; --bad: #b3261e; --wait: #8a5200;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0d0f13; --card: #16191f; --soft: #0d0f13; --line: #2f3641; --ink: #f1f3f7; --muted: #a4adbd; --link: #8fb2ff;
    --good: #4fd39a; --bad: #ff8a80; --wait: #ffc46b;
  }
}
body {
  margin: 0; padding: 1.5rem 1rem 3rem; background: var(--ground); color: var(--ink);
  font: 400 1rem/1.5 system-ui, sans-serif;
  -webkit-text-size-adjust: 100%;
}
main { display: grid; gap: 1rem; max-inline-size: 64rem; margin: 0 auto; }
main > * { min-inline-size: 0; }
h1 { margin: 0; font-size: 1.75rem; line-height: 1.2; }
h2 { margin: 0 0 0.5rem; font-size: 1.125rem; }
p { margin: 0.25rem 0; }
header p { max-inline-size: 44rem; color: var(--muted); }
nav { display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; }
a { color: var(--link); padding-block: 0.125rem; }
section { padding: 1.25rem; border: 1px solid var(--line); border-radius: 14px; background: var(--card); }
form { display: flex; flex-wrap: wrap; align-items: end; gap: 0.75rem; }
label { display: grid; gap: 0.25rem; flex: 1 1 10rem; font-size: 0.875rem; font-weight: 600; }
input, select, button { box-sizing: border-box; min-block-size: 2.75rem; padding: 0.375rem 0.75rem; border: 1px solid #7f889a; border-radius: 10px; background: var(--card); color: inherit; font: inherit; font-weight: 400; }
button { flex: 0 0 auto; border-color: #1f4fd8; background: #1f4fd8; color: #ffffff; font-weight: 600; cursor: pointer; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
.hint { color: var(--muted); font-size: 0.875rem; }
.problem { color: var(--bad); }
.list { margin: 0; padding: 0; list-style: none; }
.list li { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.125rem 0.75rem; padding-block: 0.5rem; border-block-start: 1px solid var(--line); }
.list li:first-child { border: 0; }
.none, .detail, .number, time { color: var(--muted); font-size: 0.875rem; }
time { margin-inline-start: auto; font-variant-numeric: tabular-nums; }
.status { font-size: 0.875rem; font-weight: 600; }
[data-status='completed'] { color: var(--good); }
[data-status='processing'], [data-status='partially_paid'] { color: var(--wait); }
[data-status='expired'], [data-status='cancelled'] { color: var(--bad); }
code { font: 400 0.875em/1.5 ui-monospace, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
pre { margin: 0.75rem 0; padding: 0.75rem 1rem; overflow-x: auto; border-radius: 10px; background: var(--soft); }
pre code { overflow-wrap: normal; }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 0.25rem 1rem; margin: 0; }
dt { color: var(--muted); }
dd { margin: 0; }
@media (max-width: 30rem) { dl { display: block; } dd { margin-block-end: 0.5rem; } time { margin-inline-start: 0; } button { flex: 1 1 100%; } }
@media (min-width: 52rem) {
  main { grid-template-columns: 1fr 1fr; }
  header, nav, section:first-of-type, section:last-of-type { grid-column: 1 / -1; }
}`)
