/** The pages of a sign-in: documents without requests of their own, in the language of the browser. */
import {
  html,
  type HtmlValue,
  inlineScript,
  inlineStyle,
  type Page,
  type SafeHtml,
  scriptHash,
  styleHash,
} from '@sluice/shared/html'
import { SIGN_IN_TEXTS, type SignInTexts } from '@sluice/texts/sign-in'
import type { Locale } from '@sluice/types/vocabulary'

import type { PasswordProblem } from '../users/password-rules.ts'
import { PASSWORD_MAX_CHARS, PASSWORD_MIN_CHARS } from '../users/password-rules.ts'
import { PASSKEY_SCRIPT } from './passkey-script.ts'
import { SIGN_IN_STYLE } from './sign-in-style.ts'

/** The data that every page of a sign-in shares. */
export interface PageFrame {
  readonly locale: Locale
  readonly environment: 'test' | 'production'
  /** Path below which the forms post; without a trailing slash. */
  readonly path: string
  readonly formToken: string
}

/** The problem with the last attempt. */
export type PageProblem =
  | 'wrong'
  | 'wrongCode'
  | 'passkeyRefused'
  | 'nameMissing'
  | 'busy'
  | { readonly lockedSeconds: number }
  | { readonly password: PasswordProblem }
  | { readonly provider: string; readonly kind: 'providerUnknown' | 'providerFailed' }

/** Options of the browser's WebAuthn interface, in their JSON form. */
export type PasskeyOptions = Readonly<Record<string, unknown>>

export function identifyPage(
  frame: PageFrame,
  content: {
    readonly email: string
    readonly passkey: PasskeyOptions
    /** The name of the external provider; null if there is none. */
    readonly provider: string | null
    readonly problem: PageProblem | null
  },
): Page {
  const { texts } = at(frame)
  return page(
    frame,
    texts.title,
    html`${alertOf(texts, content.problem)}
      ${form(
        frame,
        'password',
        html`${field({
            label: texts.email,
            name: 'email',
            type: 'email',
            value: content.email,
            autocomplete: 'username webauthn',
          })}
          ${field({
            label: texts.password,
            name: 'password',
            type: 'password',
            autocomplete: 'current-password',
          })} <button>${texts.title}</button>`,
      )}
      ${passkeyForm(frame, 'passkey', texts.withPasskey, content.passkey, 'get')}
      ${
        content.provider !== null &&
        html`<p>
          <a class="button" href="${frame.path}/provider"
            >${fill(texts.withProvider, { provider: content.provider })}</a
          >
        </p>`
      }
      <p class="hint">${texts.help}</p>`,
    { script: PASSKEY_SCRIPT },
  )
}

export function secondFactorPage(
  frame: PageFrame,
  content: {
    readonly takesCodes: boolean
    readonly passkey: PasskeyOptions | null
    readonly problem: PageProblem | null
  },
): Page {
  const { texts } = at(frame)
  return page(
    frame,
    texts.codeTitle,
    html`${alertOf(texts, content.problem)}
    ${
      content.takesCodes &&
      form(
        frame,
        'code',
        html`${field({
            label: texts.code,
            name: 'code',
            hint: texts.codeHint,
            autocomplete: 'one-time-code',
          })} <button>${texts.confirm}</button>`,
      )
    }
    ${content.passkey && passkeyForm(frame, 'second-passkey', texts.withPasskey, content.passkey, 'get')}`,
    { script: PASSKEY_SCRIPT },
  )
}

export function authenticatorPage(
  frame: PageFrame,
  content: { readonly picture: SafeHtml; readonly key: string; readonly problem: PageProblem | null },
): Page {
  const { texts } = at(frame)
  return page(
    frame,
    texts.authenticatorTitle,
    html`<p>${texts.authenticatorText}</p>
      <p class="picture">${content.picture}</p>
      <p>${texts.authenticatorKey}<br /><code>${content.key}</code></p>
      <p>${texts.endsOtherSignIns}</p>
      ${alertOf(texts, content.problem)}
      ${form(
        frame,
        'authenticator',
        html`${field({
            label: texts.authenticatorCode,
            name: 'code',
            autocomplete: 'one-time-code',
            isNumeric: true,
          })} <button>${texts.confirm}</button>`,
      )}`,
  )
}

export function passkeyPage(
  frame: PageFrame,
  content: { readonly passkey: PasskeyOptions; readonly problem: PageProblem | null },
): Page {
  const { texts } = at(frame)
  return page(
    frame,
    texts.passkeyTitle,
    html`<p>${texts.passkeyText}</p>
      <p>${texts.endsOtherSignIns}</p>
      ${alertOf(texts, content.problem)}
      ${passkeyForm(frame, 'new-passkey', texts.passkeyAdd, content.passkey, 'create')}`,
    { script: PASSKEY_SCRIPT },
  )
}

export function recoveryCodesPage(frame: PageFrame, codes: readonly string[]): Page {
  const { texts } = at(frame)
  return page(
    frame,
    texts.recoveryTitle,
    html`<p>${texts.recoveryText}</p>
      <ul class="codes">
        ${codes.map((code) => html`<li><code>${code}</code></li> `)}
      </ul>
      ${form(frame, 'continue', html`<button>${texts.next}</button>`)}`,
  )
}

export function changePasswordPage(
  frame: PageFrame,
  content: { readonly email: string; readonly problem: PageProblem | null },
): Page {
  const { texts } = at(frame)
  return page(
    frame,
    texts.changePasswordTitle,
    html`${alertOf(texts, content.problem)}
    ${form(
      frame,
      'new-password',
      html`${userNameFor(content.email)}${newPasswordField(texts)}
        <button>${texts.changePasswordTitle}</button>`,
    )}`,
  )
}

export function linkPage(
  frame: PageFrame,
  content: { readonly name: string; readonly email: string; readonly problem: PageProblem | null },
): Page {
  const { texts } = at(frame)
  return page(
    frame,
    fill(texts.welcomeTitle, { name: content.name }),
    html`<p>${fill(texts.welcomeText, { email: content.email })}</p>
      ${alertOf(texts, content.problem)}
      ${form(
        frame,
        'link',
        html`${userNameFor(content.email)}
          ${field({ label: texts.name, name: 'name', value: content.name, autocomplete: 'name' })}
          ${newPasswordField(texts)} <button>${texts.next}</button>`,
      )}`,
  )
}

/** Returns a page that says one thing and leads on to nowhere but the sign-in. */
export function signInNotice(
  frame: Pick<PageFrame, 'locale' | 'environment'>,
  kind: 'over' | 'link' | 'refused' | 'signedOut',
  startUrl: string | null,
): Page {
  const { texts } = at(frame)
  return page(
    frame,
    texts[`${kind}Title`],
    html`<p>${texts[`${kind}Text`]}</p>
      ${
        startUrl !== null &&
        html`<p>
          <a class="button" href="${startUrl}">${kind === 'link' ? texts.title : texts.startAgain}</a>
        </p>`
      }`,
  )
}

/** The mark and the name of the portal's shell, and the environment: people may have both open. */
function brand({ locale, environment }: Pick<PageFrame, 'locale' | 'environment'>): SafeHtml {
  return html`<p class="brand">
    <svg class="logo" viewBox="0 0 24 24" aria-hidden="true">
      <rect width="24" height="24" rx="6"></rect>
      <path d="M6 5v10M18 5v10M9 5h6v6H9zM4 18q2-2 4 0t4 0 4 0 4 0"></path>
    </svg>
    Sluice
    <span class="environment ${environment}">${SIGN_IN_TEXTS[locale].environments[environment]}</span>
  </p>`
}

function at({ locale }: Pick<PageFrame, 'locale'>): { readonly texts: SignInTexts } {
  return { texts: SIGN_IN_TEXTS[locale] }
}

function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
}

function describeProblem(texts: SignInTexts, problem: PageProblem): string {
  if (typeof problem === 'string') return texts[problem]
  if ('lockedSeconds' in problem)
    return fill(texts.locked, { minutes: Math.ceil(problem.lockedSeconds / 60) })
  if ('password' in problem) return texts.passwordProblems[problem.password]
  return fill(texts[problem.kind], { provider: problem.provider })
}

function alertOf(texts: SignInTexts, problem: PageProblem | null): HtmlValue {
  return problem && html`<p role="alert" class="problem">${describeProblem(texts, problem)}</p>`
}

function form({ path, formToken }: PageFrame, step: string, content: SafeHtml): SafeHtml {
  return html`<form method="post" action="${path}/${step}">
    <input type="hidden" name="form_token" value="${formToken}" />
    ${content}
  </form>`
}

function field(input: {
  readonly label: string
  readonly name: string
  readonly autocomplete: string
  readonly type?: 'email' | 'password' | 'text'
  readonly value?: string
  readonly hint?: string
  readonly isNumeric?: boolean
  readonly minChars?: number
}): SafeHtml {
  const { name, hint } = input
  return html`<p>
    <label for="${name}">${input.label}</label>
    <input
      id="${name}"
      name="${name}"
      type="${input.type ?? 'text'}"
      value="${input.value ?? ''}"
      autocomplete="${input.autocomplete}"
      maxlength="${input.type === 'password' ? PASSWORD_MAX_CHARS : 254}"
      ${input.minChars !== undefined && html`minlength="${input.minChars}"`}
      ${input.isNumeric === true && html`inputmode="numeric"`}
      ${hint !== undefined && html`aria-describedby="${name}-hint"`}
      autocapitalize="none"
      spellcheck="false"
      required
    />
    ${hint !== undefined && html`<span class="hint" id="${name}-hint">${hint}</span>`}
  </p>`
}

function newPasswordField(texts: SignInTexts): SafeHtml {
  return field({
    label: texts.newPassword,
    name: 'password',
    type: 'password',
    hint: texts.passwordHint,
    autocomplete: 'new-password',
    minChars: PASSWORD_MIN_CHARS,
  })
}

/** Shows password managers whose password it is. */
function userNameFor(email: string): SafeHtml {
  return html`<input type="text" name="username" value="${email}" autocomplete="username" readonly hidden />`
}

/** Hidden until the script finds that the browser can do it. */
function passkeyForm(
  frame: PageFrame,
  step: string,
  label: string,
  options: PasskeyOptions,
  verb: 'get' | 'create',
): SafeHtml {
  return html`<form
    method="post"
    action="${frame.path}/${step}"
    data-verb="${verb}"
    data-options="${JSON.stringify(options)}"
    hidden
  >
    <input type="hidden" name="form_token" value="${frame.formToken}" />
    <input type="hidden" name="credential" />
    <p role="alert" class="problem" hidden>${at(frame).texts.passkeyRefused}</p>
    <button class="second">${label}</button>
  </form>`
}

function page(
  { locale, environment }: Pick<PageFrame, 'locale' | 'environment'>,
  title: string,
  content: SafeHtml,
  { script = null }: { readonly script?: string | null } = {},
): Page {
  return {
    csp: {
      'default-src': "'none'",
      'style-src': styleHash(SIGN_IN_STYLE),
      'img-src': 'data:',
      ...(script === null ? {} : { 'script-src': scriptHash(script) }),
      'base-uri': "'none'",
      'form-action': "'self'",
      'frame-ancestors': "'none'",
    },
    headers: { 'x-frame-options': 'DENY', 'cross-origin-opener-policy': 'same-origin' },
    body: html`<!doctype html>
      <html lang="${locale}">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <link rel="icon" href="data:," />
          <title>${title}</title>
          ${inlineStyle(SIGN_IN_STYLE)}
        </head>
        <body>
          <main>
            ${brand({ locale, environment })}
            <h1>${title}</h1>
            ${content}
          </main>
          ${script !== null && inlineScript(script)}
        </body>
      </html>`,
  }
}
