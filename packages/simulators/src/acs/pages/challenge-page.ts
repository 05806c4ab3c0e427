import { formatAmount, type Locale } from '@sluice/types/vocabulary'

import { html, type SafeHtml } from '@sluice/shared/html'
import type { ChallengeRecord } from '../challenge-records.ts'
import { MAX_WRONG_PASSWORDS, PASSWORDS } from '../evaluate-answer.ts'
import { hiddenFields, languageButtons, languageOf } from '../../pages/form-parts.ts'
import type { RenderedPage } from '../../pages/page.ts'
import { renderBankPage } from './bank-page.ts'
import { WARNING_ICON } from '../../pages/icons.ts'
import { type BankTexts, BANK_TEXTS } from '@sluice/texts/simulated-bank'

export interface ChallengePage {
  readonly record: ChallengeRecord
  readonly locale: Locale
  readonly round: number
  readonly wrongPasswords: number
  readonly complaint: 'none' | 'empty' | 'wrong'
  /** Whether the password decides. Some flows end the same way for every password. */
  readonly passwordDecides: boolean
  /** The `creq` as received, so that the page can be requested again. */
  readonly creq: string
  readonly threeDSSessionData: string | null
  /** Absolute addresses of the ACS: the target of the answer, and the page itself in another language. */
  readonly answerUrl: string
  readonly challengeUrl: string
}

/** Renders the challenge: payee, amount, and the field for the one-time password. It works without scripts. */
export function renderChallengePage(page: ChallengePage): RenderedPage {
  const texts = BANK_TEXTS[page.locale]
  const title = page.round === 1 ? texts.title : texts.additionalTitle
  const error = errorText(page, texts)
  const describedBy = error === null ? 'secrecy' : 'password-error secrecy'
  return renderBankPage({
    locale: page.locale,
    title,
    mainClass: 'question',
    hasError: error !== null,
    main: html`<h1>${title}</h1>
      ${renderSummary(page, texts)}
      <form method="post" action="${page.answerUrl}" autocomplete="off" novalidate>
        ${hiddenFields({
          creq: page.creq,
          threeDSSessionData: page.threeDSSessionData,
          round: String(page.round),
          wrong_before: String(page.wrongPasswords),
          language: languageOf(page.locale),
        })}
        <label for="password">${texts.passwordLabel}</label>
        <input
          id="password"
          name="password"
          type="text"
          inputmode="numeric"
          autocomplete="one-time-code"
          autocapitalize="none"
          spellcheck="false"
          maxlength="64"
          required
          aria-describedby="${describedBy}"
          ${error !== null && html` aria-invalid="true" autofocus`}
        />
        <div role="alert">
          ${error !== null && html`<p class="error" id="password-error">${WARNING_ICON}<span>${error}</span></p>`}
        </div>
        <p class="soft" id="secrecy">${texts.keepSecret}</p>
        <div class="buttons">
          <button class="primary" name="decision" value="submit">${texts.submit}</button>
          <button class="secondary" name="decision" value="cancel">${texts.cancel}</button>
        </div>
      </form>
      ${renderHints(page, texts)}`,
    footer: renderLanguages(page, texts),
    formAction: new URL(page.answerUrl).origin,
  })
}

function errorText(page: ChallengePage, texts: BankTexts): string | null {
  if (page.complaint === 'none') return null
  if (page.complaint === 'empty') return texts.passwordEmpty
  return texts.passwordWrong[MAX_WRONG_PASSWORDS - page.wrongPasswords === 1 ? 1 : 2]
}

function renderSummary({ record, locale }: ChallengePage, texts: BankTexts): SafeHtml {
  return html`<dl class="summary">
    ${
      record.merchantName &&
      html`<dt>${texts.shop}</dt>
        <dd>${record.merchantName}</dd>`
    }
    <dt>${texts.amount}</dt>
    <dd class="amount">${formatAmount(record.amountMinor, record.currency, locale)}</dd>
    <dt>${texts.card}</dt>
    <dd class="card">${record.brand} <span aria-hidden="true">••••</span> ${record.cardLast4}</dd>
  </dl>`
}

function renderHints(page: ChallengePage, texts: BankTexts): SafeHtml {
  return html`<details>
    <summary>${texts.hints}</summary>
    <p class="soft">${texts.noMessage}</p>
    ${
      page.passwordDecides
        ? html`<ul class="hints">
            ${PASSWORDS.map(
              ({ password, transStatus }) =>
                html`<li><code>${password}</code><span>${texts.meanings[transStatus]}</span></li>`,
            )}
          </ul>`
        : html`<p class="soft">${texts.anyPassword}</p>`
    }
  </details>`
}

function renderLanguages(page: ChallengePage, texts: BankTexts): SafeHtml {
  return html`<form method="post" action="${page.challengeUrl}" aria-label="${texts.language}">
    ${hiddenFields({ creq: page.creq, threeDSSessionData: page.threeDSSessionData })}
    ${languageButtons(page.locale)}
  </form>`
}
