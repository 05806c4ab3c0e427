/**
 * The style sheet of the simulators' pages. Sizes depend on the frame, which may be 250 × 400 pixels or the whole
 * screen.
 */
export const PAGE_STYLES = `
:root {
  color-scheme: light dark;
  --page: #eef0f6; --surface: #ffffff; --sunken: #f4f6fb; --line: #d5daea; --control-line: #7a84a6;
  --ink: #161c36; --ink-soft: #4c5676; --brand: #1b2668; --brand-ink: #ffffff;
  --copper: #d98b45; --badge-ink: #ffdcb5;
  --action: #24349a; --action-over: #1a2775; --action-ink: #ffffff;
  --bad: #a8101f; --bad-soft: #fdf0f0; --good: #13693c; --focus: #24349a;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0a0e1c; --surface: #131930; --sunken: #1b2340; --line: #313b61; --control-line: #8893bd;
    --ink: #edf0fb; --ink-soft: #b3bddd; --brand: #1b2455; --brand-ink: #ffffff;
    --action: #b8c3ff; --action-over: #d5dcff; --action-ink: #0f163c;
    --bad: #ffa7ab; --bad-soft: #33192a; --good: #86dcae; --focus: #ffc487;
  }
}
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0; min-block-size: 100vh; min-block-size: 100dvh; display: flex; flex-direction: column;
  background: var(--surface); color: var(--ink);
  font: 400 0.8125rem/1.4 system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif;
}
header {
  display: flex; align-items: center; gap: 0.5rem; padding: 0.4375rem 0.875rem;
  background: var(--brand); color: var(--brand-ink); border-block-end: 2px solid var(--copper);
}
header svg { inline-size: 1.5rem; block-size: 1.5rem; flex: none; }
.bank { font-weight: 650; letter-spacing: 0.01em; white-space: nowrap; }
.badge {
  margin-inline-start: auto; padding: 0.0625rem 0.625rem; border: 1px solid currentColor; border-radius: 1rem;
  color: var(--badge-ink); font-size: 0.6875rem; font-weight: 600; line-height: 1.5; text-align: center;
}
main { flex: 1; inline-size: 100%; padding: 0.625rem 0.875rem 0.375rem; }
h1 { margin: 0 0 0.5rem; font-size: 1rem; line-height: 1.25; font-weight: 680; text-wrap: balance; }
p { margin: 0; }
.summary {
  margin: 0 0 0.625rem; padding: 0.375rem 0.625rem; display: grid; grid-template-columns: auto 1fr;
  gap: 0.125rem 0.75rem; background: var(--sunken); border: 1px solid var(--line); border-radius: 0.5rem;
}
.summary dt { color: var(--ink-soft); }
.summary dd { margin: 0; text-align: end; font-weight: 550; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
.summary .amount { font-weight: 720; }
.summary .card { white-space: nowrap; }
label { display: block; margin-block-end: 0.25rem; font-weight: 600; }
input {
  display: block; inline-size: 100%; min-block-size: 2.75rem; padding: 0.375rem 0.75rem;
  border: 1px solid var(--control-line); border-radius: 0.5rem; background: var(--surface); color: var(--ink);
  font: inherit; font-size: 1.125rem; letter-spacing: 0.12em; font-variant-numeric: tabular-nums;
}
input[aria-invalid] { border: 2px solid var(--bad); }
.error {
  display: flex; gap: 0.375rem; margin-block: 0.4375rem 0; color: var(--bad); font-weight: 550; font-size: 0.8125rem;
}
.error svg { inline-size: 1rem; block-size: 1rem; flex: none; margin-block-start: 0.0625rem; }
.soft { color: var(--ink-soft); font-size: 0.8125rem; }
#secrecy { display: none; }
.buttons { display: flex; gap: 0.5rem; margin-block: 0.625rem 0.375rem; }
.buttons button { flex: 1 1 0; }
button { font: inherit; cursor: pointer; }
.primary, .secondary {
  min-block-size: 2.75rem; padding: 0.375rem 0.875rem; border-radius: 0.5rem; font-weight: 620; border: 1px solid transparent;
}
.primary { background: var(--action); color: var(--action-ink); }
.primary:hover { background: var(--action-over); }
.secondary { background: transparent; color: var(--ink); border-color: var(--control-line); }
.secondary:hover { background: var(--sunken); }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
header :focus-visible { outline-color: var(--copper); }
details { font-size: 0.8125rem; }
summary { padding-block: 0.25rem; color: var(--ink-soft); cursor: pointer; border-radius: 0.25rem; }
.hints { margin: 0.25rem 0 0.5rem; padding: 0; list-style: none; display: grid; gap: 0.125rem; }
.hints li { display: grid; grid-template-columns: 5.25rem 1fr; gap: 0.5rem; }
code { font: 600 0.8125rem/1.5 ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, monospace; }
footer { padding: 0 0.5rem 0.375rem; }
footer form { display: flex; flex-wrap: wrap; justify-content: center; gap: 0 0.125rem; }
footer button {
  min-block-size: 1.75rem; padding: 0.125rem 0.25rem; border: 0; border-radius: 0.25rem; background: none;
  color: var(--ink-soft); font-size: 0.6875rem; text-decoration: underline; text-underline-offset: 0.2em;
}
footer button[aria-current] { color: var(--ink); font-weight: 650; text-decoration: none; }
.ending { display: flex; flex-direction: column; justify-content: center; align-items: center; text-align: center; }
.ending svg { inline-size: 3rem; block-size: 3rem; margin-block-end: 0.75rem; color: var(--ink-soft); }
.ending .confirmed { color: var(--good); }
.ending .refused { color: var(--bad); }
.ending form { inline-size: 100%; max-inline-size: 20rem; margin-block-start: 1rem; }
.ending form .primary { inline-size: 100%; }
.visually-hidden {
  position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap;
}
@media (min-width: 21rem) {
  body { font-size: 0.9375rem; }
  header, main { padding-inline: 1rem; }
  h1 { font-size: 1.0625rem; }
  footer button { padding-inline: 0.375rem; font-size: 0.75rem; }
  .hints li { grid-template-columns: 6rem 1fr; }
}
@media (min-height: 34rem) {
  header { padding-block: 0.75rem; }
  main { padding-block-start: 1.25rem; }
  h1 { font-size: 1.375rem; margin-block-end: 0.875rem; }
  .summary { padding: 0.75rem 0.875rem; gap: 0.375rem 0.75rem; margin-block-end: 1.125rem; }
  .summary .amount { font-size: 1.1875rem; }
  #secrecy { display: block; margin-block-start: 0.375rem; }
  .buttons { margin-block: 1.125rem 0.75rem; }
}
@media (min-width: 40rem) and (min-height: 40rem) {
  body { background: var(--page); font-size: 1rem; }
  header { padding-inline: max(1.5rem, 50vw - 15rem); }
  main {
    flex: none; inline-size: 30rem; margin: 2.5rem auto 1rem; padding: 2rem; background: var(--surface);
    border: 1px solid var(--line); border-radius: 0.875rem; box-shadow: 0 0.5rem 2rem rgb(20 28 70 / 8%);
  }
  h1 { font-size: 1.5rem; }
}
@media (min-width: 37rem) and (max-height: 28rem) {
  main { inline-size: min(34rem, 100%); margin-inline: auto; }
}
@media (prefers-reduced-motion: no-preference) {
  .primary, .secondary { transition: background-color 120ms; }
}
@media (forced-colors: active) {
  .primary, .secondary { border-color: ButtonText; }
}
`
