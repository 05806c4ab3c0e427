import { PAGE_STYLES } from '../../pages/page.styles.ts'

/** Styles that these pages need beyond the challenge page: lists, codes, and several actions. */
const PARTS = `
.lead { margin-block-end: 0.75rem; color: var(--ink-soft); }
.choices { margin: 0 0 0.875rem; padding: 0; list-style: none; display: grid; gap: 0.5rem; }
.choices a {
  display: flex; align-items: center; gap: 0.75rem; min-block-size: 3rem; padding: 0.5rem 0.875rem;
  border: 1px solid var(--control-line); border-radius: 0.5rem; color: var(--ink); font-weight: 600; text-decoration: none;
}
.choices a:hover { background: var(--sunken); }
.choices a::after { content: '›' / ''; margin-inline-start: auto; color: var(--ink-soft); font-size: 1.25em; line-height: 1; }
.choices .initial {
  display: grid; place-items: center; flex: none; inline-size: 2rem; block-size: 2rem; border-radius: 50%;
  background: var(--sunken); border: 1px solid var(--line); font-size: 0.875rem;
}
.centered { text-align: center; }
.field { margin-block-end: 1.25rem; }
.field .soft { margin-block-start: 0.375rem; }
.field .primary, .field .secondary { inline-size: 100%; margin-block-start: 0.75rem; }
#code { text-align: center; letter-spacing: 0.4em; text-indent: 0.4em; font-size: 1.5rem; font-weight: 600; }
.decisions { border: 0; margin: 0 0 0.5rem; padding: 0; min-inline-size: 0; display: grid; gap: 0.5rem; grid-template-columns: 1fr 1fr; }
.decisions legend { padding: 0; margin-block-end: 0.5rem; color: var(--ink-soft); font-size: 0.8125rem; }
.decisions .wide { grid-column: 1 / -1; }
.link { color: var(--ink); text-underline-offset: 0.2em; display: inline-block; padding-block: 0.375rem; }
a.primary { display: grid; place-items: center; text-decoration: none; inline-size: 100%; max-inline-size: 20rem; margin-block-start: 1.25rem; }
.pulse { display: block; margin: 0.5rem auto 0.875rem; inline-size: 3.25rem; block-size: 3.25rem; color: var(--action); }
.summary { align-items: baseline; }
.note { margin-block: 0.5rem 0.25rem; }
.hints li { align-items: baseline; }
@media (forced-colors: active) { .choices a, a.primary { border: 1px solid LinkText; } }
@media (prefers-reduced-motion: no-preference) {
  .pulse { animation: pulse 1.8s ease-in-out infinite; }
  @keyframes pulse { 50% { opacity: 0.45; } }
}
`

/** A provider is no bank: its own colours in the same clothes. */
const COLOURS = `
:root {
  --page: #eaf2f0; --sunken: #f1f7f5; --line: #cfdfdb; --control-line: #6d8a83; --ink: #11261f; --ink-soft: #46605a;
  --brand: #0d4f47; --copper: #e0a25a; --badge-ink: #ffe3bf;
  --action: #0f6157; --action-over: #0a463f; --focus: #0f6157;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #07110f; --surface: #0f1d1a; --sunken: #162a26; --line: #2a4640; --control-line: #7ea39b;
    --ink: #eaf6f3; --ink-soft: #abc8c1; --brand: #0e3f39;
    --action: #86dfd0; --action-over: #aeeee3; --action-ink: #05231f; --focus: #ffc487;
  }
}
`

export const PROVIDER_STYLES = PAGE_STYLES + PARTS + COLOURS

/** The page of the shopper's own bank, in the colours of the bank. */
export const CONSENT_STYLES = PAGE_STYLES + PARTS
