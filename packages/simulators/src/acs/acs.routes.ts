import type { Locale } from '@sluice/types/vocabulary'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { sendPage } from '@sluice/shared/html'
import { AT_BANK } from '../pages/at-bank.ts'
import { chooseLocale } from '../pages/form-parts.ts'
import type { RenderedPage } from '../pages/page.ts'
import { FLOWS } from '../scenarios/flows.ts'
import { ACS_PATHS } from './acs-paths.ts'
import {
  type BrowserMessage,
  type ChallengeRequest,
  decodeChallengeRequest,
  decodeMethodRequest,
  challengeResponse,
  errorMessage,
  encodeMethodNotice,
} from './browser-messages.ts'
import type { ChallengeRecord, RoundResult } from './challenge-records.ts'
import { encodeCres } from './cres-forms.ts'
import { renderChallengePage } from './pages/challenge-page.ts'
import { renderSilentPage, renderUnreadablePage } from './pages/message-page.ts'
import { renderMethodPage, renderSilentMethodPage } from './pages/method-page.ts'
import { renderReturnPage } from './pages/return-page.ts'
import {
  answerChallenge,
  type ChallengeDesk,
  type ChallengeStep,
  openChallenge,
  type PageAnswer,
} from './run-challenge.ts'

/** EMV 3DS 2.2 allows 1,024 bytes of session data. The bank drops longer data. */
const SESSION_DATA_MAX_CHARS = 1_024

export interface SimulatedAcsOptions extends ChallengeDesk {
  /**
   * Returns the origin of the simulators' pages. It is called for each request, because the port may be chosen only
   * when the server listens.
   */
  readonly pagesUrl: () => string
  /** Returns whether the 3DS Method may notify a URL. Without it, anyone's form could make the bank post to any address. */
  readonly mayNotify: (url: string) => boolean
}

/** Registers the pages of the simulated bank: the 3DS Method and the challenge. */
export function registerSimulatedAcs(server: FastifyInstance, options: SimulatedAcsOptions): void {
  server.post(ACS_PATHS.method, AT_BANK, async (request, reply) => {
    const method = decodeMethodRequest(readForm(request).get('threeDSMethodData') ?? '')
    if (!method || !options.mayNotify(method.notificationUrl)) {
      return sendPage(reply, { status: 400, ...renderSilentMethodPage() })
    }
    return sendPage(
      reply,
      renderMethodPage(method.notificationUrl, encodeMethodNotice(method.threeDsServerTransId)),
    )
  })

  server.post(ACS_PATHS.silentMethod, AT_BANK, async (_request, reply) =>
    sendPage(reply, renderSilentMethodPage()),
  )

  server.post(ACS_PATHS.challenge, AT_BANK, async (request, reply) => {
    const form = readForm(request)
    return replyToChallenge(request, reply, form, options, (creq) =>
      openChallenge(creq, form.has('language'), options),
    )
  })

  server.post(ACS_PATHS.answer, AT_BANK, async (request, reply) => {
    const form = readForm(request)
    return replyToChallenge(request, reply, form, options, (creq) =>
      answerChallenge(creq, readAnswer(form), options),
    )
  })
}

async function replyToChallenge(
  request: FastifyRequest,
  reply: FastifyReply,
  form: URLSearchParams,
  options: SimulatedAcsOptions,
  proceed: (request: ChallengeRequest) => Promise<ChallengeStep | null>,
): Promise<FastifyReply> {
  const creq = decodeChallengeRequest(form.get('creq') ?? '')
  const step = creq && (await proceed(creq))
  if (!step) {
    return sendPage(reply, { status: 400, ...renderUnreadablePage(localeOf(request, form, null)) })
  }
  return sendPage(
    reply,
    renderStep(step, form, localeOf(request, form, step.record.language), options.pagesUrl()),
  )
}

function renderStep(
  step: ChallengeStep,
  form: URLSearchParams,
  locale: Locale,
  pagesUrl: string,
): RenderedPage {
  const sessionData = form.get('threeDSSessionData')
  const threeDSSessionData = (sessionData?.length ?? 0) > SESSION_DATA_MAX_CHARS ? null : sessionData
  if (step.kind === 'return') {
    const { record, result } = step
    return renderReturnPage({
      locale,
      result,
      notificationUrl: record.notificationUrl,
      cres: encodeCres(messageOf(record, result), record.cresForm),
      threeDSSessionData,
    })
  }
  const script = FLOWS[step.record.flow].challenge
  if (script?.kind === 'silent') return renderSilentPage(locale)
  return renderChallengePage({
    ...step,
    locale,
    passwordDecides: script?.kind === 'password',
    creq: form.get('creq') ?? '',
    threeDSSessionData,
    answerUrl: pagesUrl + ACS_PATHS.answer,
    challengeUrl: pagesUrl + ACS_PATHS.challenge,
  })
}

function messageOf(record: ChallengeRecord, result: RoundResult): BrowserMessage {
  return result.kind === 'error' ? errorMessage(record) : challengeResponse(record, result.transStatus)
}

function readAnswer(form: URLSearchParams): PageAnswer {
  return {
    answer:
      form.get('decision') === 'cancel'
        ? { kind: 'canceled' }
        : { kind: 'submitted', password: form.get('password') ?? '' },
    round: Number(form.get('round')),
    wrongBefore: Number(form.get('wrong_before')),
  }
}

/**
 * Returns the language that the shopper chose, else the one that the browser sent to the shop, else the one it
 * sends now.
 */
function localeOf(request: FastifyRequest, form: URLSearchParams, browserLanguage: string | null): Locale {
  return chooseLocale(
    form.get('language'),
    browserLanguage === null ? [] : [browserLanguage],
    request.headers['accept-language'],
  )
}

/** Reads a form. A body of another type counts as a form without fields. */
function readForm(request: FastifyRequest): URLSearchParams {
  return request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
}
