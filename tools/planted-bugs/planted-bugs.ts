/** Bugs that a suite has to find: each is inserted into one file while that suite runs, and never into the tree. */
import { BUGS_OF_3DSECURE_IO } from './bugs-of-3dsecure-io.ts'
import { BUGS_OF_ADYEN } from './bugs-of-adyen.ts'
import { CONNECTOR_BUGS } from './connector-bugs.ts'
import type { PlantedBug } from './planted-bug.ts'

const GATEWAY = 'packages/gateway/src'
const PLATFORM = 'packages/platform/src'
const HEAP = 'proofs/heap.test.ts'
const FUZZING = 'proofs/fuzzing'
const SCANNERS = 'proofs/scanners.test.ts'
const BY_PROVIDER = `${GATEWAY}/transactions/card/authentication-by-provider.http.test.ts`
const PAYABLE = `${GATEWAY}/transactions/card/payable-at-the-provider.http.test.ts`
const STEPS = `${GATEWAY}/transactions/card/steps-of-providers.http.test.ts`
const SIMULATION = 'proofs/simulation/simulation.test.ts'

/** Two suites found this fault independently. */
const UNKNOWN_IS_CORRECTED = {
  file: `${GATEWAY}/transactions/execution/execute.ts`,
  right: `): Promise<Correction | null> {
  if (result.kind === 'unanswered' || result.value.kind !== 'outcome') return null`,
  wrong: `): Promise<Correction | null> {
  if (result.kind === 'unanswered') result = { kind: 'answered', value: { kind: 'outcome', outcome: {
    processingCode: '2001', providerResponseCode: '', providerResponseMessage: '', approvalCode: '',
    referenceNumber: '', systan: 0, retryable: false } } }
  if (result.value.kind !== 'outcome') return null`,
}

export const PLANTED_BUGS: readonly PlantedBug[] = [
  ...CONNECTOR_BUGS,
  ...BUGS_OF_3DSECURE_IO,
  ...BUGS_OF_ADYEN,
  {
    name: 'an approved part is kept unasked',
    file: `${GATEWAY}/transactions/execution/apply-result.ts`,
    right: `const isKept = isPartial && refusedAs === null && execution.transaction.keepsPartialApproval === true`,
    wrong: `const isKept = isPartial && refusedAs === null`,
    suite: `${GATEWAY}/transactions/card/partial-approvals.http.test.ts`,
    title: 'is given back without the option',
  },
  {
    name: 'a capture has the approved amount of its authorization',
    file: `${GATEWAY}/transactions/follow-up/open-operation.ts`,
    right: `const { approvedMinor: _part, keepsPartialApproval`,
    wrong: `const { keepsPartialApproval`,
    suite: `${GATEWAY}/transactions/card/partial-approvals.http.test.ts`,
    title: 'limits what is captured',
  },
  {
    name: 'a provider is asked for a second capture that it ruled out for the payment',
    file: `${GATEWAY}/transactions/follow-up/undeclared.ts`,
    right: `!capture.several || parent.may?.captureSeveral === false`,
    wrong: `!capture.several`,
    suite: `${GATEWAY}/transactions/card/terms-of-approvals.http.test.ts`,
    title: 'refuses a second capture',
  },
  {
    name: 'an undo that found nothing ends a payment',
    file: `${GATEWAY}/transactions/inbox/apply-undo-event.ts`,
    right: `    case 'APPROVED':
      return applyUndone(ports, undo, attempt, raise)`,
    wrong: `    case 'INVALID':
    case 'APPROVED':
      return applyUndone(ports, undo, attempt, raise)`,
    suite: 'packages/gateway/test/lost-answers.test.ts',
    title: 'nothing was found',
  },
  {
    name: 'an approval stands although it is being undone',
    file: `${GATEWAY}/transactions/inbox/apply-event.ts`,
    right: `found.kind !== 'decided' || isUndone`,
    wrong: `found.kind !== 'decided' || (isUndone && false)`,
    suite: 'packages/gateway/test/lost-answers.test.ts',
    title: 'is not approved any more',
  },
  {
    name: 'an event of another amount settles a payment',
    file: `${GATEWAY}/transactions/inbox/compare-event.ts`,
    right: `event.amountMinor !== transaction.amountMinor || !isApprovable(event, transaction)`,
    wrong: `!isApprovable(event, transaction)`,
    suite: 'packages/gateway/test/inbox.test.ts',
    title: 'AMOUNT_MISMATCH',
  },
  {
    name: 'an event settles a payment of a provider that answers questions',
    file: `${GATEWAY}/transactions/inbox/apply-event.ts`,
    right: `return isOnlyReported || provider?.capabilities.reports === 'AUTHORITATIVE'`,
    wrong: `return isOnlyReported || provider !== undefined`,
    suite: 'packages/gateway/test/inbox.test.ts',
    title: 'only causes a status query',
  },
  {
    name: 'one refund that failed counts once for each event about it',
    file: `${GATEWAY}/transactions/records/transaction-records.store.ts`,
    right: `if (numInsertedOrUpdatedRows === 0n) throw new KnownRecord()`,
    wrong: '',
    suite: 'packages/gateway/test/records.test.ts',
    title: 'reported twice under two ids',
  },
  {
    name: 'disputed money can be refunded',
    file: `${GATEWAY}/transactions/execution/money.ts`,
    right: `- returnedMinor - Math.max(0, disputedMinor)`,
    wrong: `- returnedMinor - 0 * disputedMinor`,
    suite: 'packages/gateway/test/records.test.ts',
    title: 'a chargeback after a refund',
  },
  {
    name: 'a hosted challenge is opened at any origin',
    file: `${GATEWAY}/providers/http/three-ds-server.wire.ts`,
    right: `if (!hostedOrigins.includes(new URL(wire.page_url).origin)) return { kind: 'foreign_page' }`,
    wrong: '',
    suite: `${GATEWAY}/providers/http/http-three-ds-server.test.ts`,
  },
  {
    name: 'a browser that comes back from a hosted challenge is not followed by a question to the server',
    file: `${GATEWAY}/transactions/card/pages/challenge-notification.routes.ts`,
    right: `return receiveShopper(ports, { ...returning, cres: '', transStatus: null }, request, reply)`,
    wrong: `return sendPage(reply, noticePage('close_page', languageOf(request)))`,
    suite: `${GATEWAY}/transactions/card/hosted-challenges.http.test.ts`,
  },
  {
    name: 'a merchant-initiated charge goes on although the bank demands a challenge',
    file: `${GATEWAY}/three-ds/verdict.ts`,
    right: `if (transStatus === 'C' || transStatus === 'D') return { kind: 'end', processingCode: '3002' }`,
    wrong: `if (transStatus === 'C' || transStatus === 'D') return { kind: 'authorize_unproven' }`,
    suite: `${GATEWAY}/three-ds/verdict.test.ts`,
  },
  {
    name: 'two orders may have one reference',
    file: `${GATEWAY}/references/references.migration.ts`,
    right: `.addPrimaryKeyConstraint('reference_holds_pk', ['merchant_id', 'terminal_id', 'reference'])`,
    wrong: `.addPrimaryKeyConstraint('reference_holds_pk', ['merchant_id', 'terminal_id', 'reference', 'holder_id'])`,
    suite: 'packages/gateway/test/idempotency.test.ts',
  },
  {
    name: 'an answer is given before its commit is durable',
    file: `${PLATFORM}/database/group-commit.ts`,
    right: 'await promise',
    wrong: '',
    suite: `${PLATFORM}/database/group-commit.test.ts`,
  },
  {
    name: 'an answer is given while the disk still takes its commit',
    file: `${PLATFORM}/database/group-commit.ts`,
    right: 'durable.resolve(isFlushed ? this.#flushes.begin() : this.#flushes.ended())',
    wrong: 'durable.resolve()',
    suite: `${PLATFORM}/database/group-commit.test.ts`,
  },
  {
    name: 'the parent of a refund is read without a lock',
    file: `${GATEWAY}/transactions/follow-up/operation.store.ts`,
    right: `.updateTable('transactions')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .returningAll()`,
    wrong: `.selectFrom('transactions')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)`,
    suite: `${GATEWAY}/transactions/follow-up/refund-race.store.test.ts`,
  },
  {
    name: 'what is due is taken without a lease',
    file: `${PLATFORM}/database/claim-due.ts`,
    right: 'set ${due} = ${untilMs}',
    wrong: 'set ${due} = ${due}',
    suite: `${GATEWAY}/transactions/execution/execution.store.test.ts`,
  },
  {
    name: 'a provider that decides later is passed over for the next',
    file: `${GATEWAY}/transactions/execution/execute.ts`,
    right: `if (isOpen(outcome)) return null
  const retried = flow.retry(started, outcome, context)`,
    wrong: 'const retried = flow.retry(started, { ...outcome, retryable: isOpen(outcome) }, context)',
    suite: `${GATEWAY}/transactions/card/unknown-outcome.http.test.ts`,
  },
  {
    name: 'a challenge without a result counts as passed',
    file: `${GATEWAY}/transactions/card/three-ds-step.ts`,
    right: `transStatus: 'U',`,
    wrong: `transStatus: 'Y',`,
    suite: `${GATEWAY}/transactions/card/three-ds-step.test.ts`,
  },
  {
    name: 'a repeated request runs again',
    file: `${PLATFORM}/idempotency/answer-records.store.ts`,
    right: `return { kind: 'answered', sealed: row.sealed_answer }`,
    wrong: `return { kind: 'taken' }`,
    suite: 'packages/gateway/test/idempotency.test.ts',
  },
  {
    name: 'a log line may have a body',
    file: `${PLATFORM}/logging/allow-fields.ts`,
    right: 'else if (ALLOWED.has(name) && isPlain(value))',
    wrong: 'else if (isPlain(value))',
    suite: `${PLATFORM}/logging/logger.test.ts`,
  },
  {
    name: 'an event is dropped when its receiver does not answer',
    file: `${GATEWAY}/webhooks/classify-attempt.ts`,
    right: 'if (isTaken(answer)) return',
    wrong: 'if (isTaken(answer) || answer === null) return',
    suite: `${GATEWAY}/webhooks/classify-attempt.test.ts`,
  },
  {
    name: 'a webhook follows a redirect',
    file: `${PLATFORM}/http/request-outgoing.ts`,
    right: `      isAnswered = true
      resolve(response)`,
    wrong: `      isAnswered = true
      const { location } = response.headers
      resolve(location ? requestOutgoing(new URL(location, url).href, options) : response)`,
    suite: `${GATEWAY}/webhooks/post-webhook.http.test.ts`,
  },
  {
    name: 'who was overtaken answers what it had read before',
    file: `${GATEWAY}/transactions/execution/execute.ts`,
    right: 'const stands = await ports.store.find(transaction.merchantId, transaction.id)',
    wrong: 'const stands = transaction',
    suite: `${GATEWAY}/transactions/requests/authorize.http.test.ts`,
  },
  {
    name: 'a call that was answered leaves its timer behind',
    file: 'packages/shared/src/timers.ts',
    right: 'decided.abort(null)',
    wrong: '',
    suite: 'packages/shared/src/timers.test.ts',
  },
  {
    name: 'a sealed card stays after the end',
    file: `${GATEWAY}/transactions/execution/execution-rows.store.ts`,
    right: `    expires_at: pendingAuthentication.expiresAtMs,
    sealed_card: pendingAuthentication.sealedCard,`,
    wrong: `    expires_at: pendingAuthentication.expiresAtMs,
    ...(pendingAuthentication.sealedCard && { sealed_card: pendingAuthentication.sealedCard }),`,
    suite: `${GATEWAY}/transactions/execution/execution.store.test.ts`,
  },
  {
    name: 'the key of a sealed card stays after the end',
    file: `${GATEWAY}/transactions/execution/commit-change.store.ts`,
    right: '.set({ wrapped_key: null })',
    wrong: `.set((eb) => ({ wrapped_key: eb.ref('wrapped_key') }))`,
    suite: `${GATEWAY}/transactions/execution/execution.store.test.ts`,
  },
  {
    name: 'a frame takes the port of any origin',
    file: 'packages/embedded-fields/src/protocol/handshake.ts',
    right: 'if (event.source !== window.parent || event.origin !== origin) return',
    wrong: 'if (event.source !== window.parent) return',
    suite: 'packages/embedded-fields/src/protocol/handshake.test.ts',
  },
  {
    name: 'a frame takes the port of any window',
    file: 'packages/embedded-fields/src/protocol/handshake.ts',
    right: 'if (event.source !== window.parent || event.origin !== origin) return',
    wrong: 'if (event.origin !== origin) return',
    suite: 'packages/embedded-fields/src/protocol/handshake.test.ts',
  },
  {
    name: 'a fence is answered before it is durable',
    file: 'packages/simulators/src/card-provider/provider-ledger.store.ts',
    right: `      const isFenced = await insert(db, toFenceRow(providerId, idempotencyKey, nowMs))
      return isFenced ? null : find(db, providerId, idempotencyKey)`,
    wrong: `      const found = await find(db, providerId, idempotencyKey)
      if (!found) setTimeout(() => void insert(db, toFenceRow(providerId, idempotencyKey, nowMs)), 50)
      return found`,
    suite: 'packages/simulators/src/card-provider/provider-ledger.store.test.ts',
  },
  {
    name: 'what a provider has never seen is given back without a fence',
    file: `${GATEWAY}/transactions/execution/status-query.ts`,
    right: 'const fenced = await provider.fence(attempt)',
    wrong: `const fenced = { kind: 'answered', value: { kind: 'fenced' } }`,
    suite: 'proofs/late-executions.test.ts',
  },
  {
    name: 'a payment whose outcome is unknown may be corrected',
    ...UNKNOWN_IS_CORRECTED,
    suite: `${GATEWAY}/sessions/corrections.http.test.ts`,
  },
  {
    name: 'a merchant charges a saved card without its role',
    file: `${GATEWAY}/transactions/card/authorize-saved-card.ts`,
    right: `if (order.mayInitiateAsMerchant !== true) return { kind: 'role_missing' }`,
    wrong: '',
    suite: `${GATEWAY}/transactions/card/merchant-initiated.http.test.ts`,
  },
  {
    name: 'payments that come together are not counted together',
    file: `${GATEWAY}/risk/risk-writes.store.ts`,
    right: 'await lockForCommit(db, locksOf(watched))',
    wrong: '',
    suite: `${GATEWAY}/risk/risk-writes.store.test.ts`,
  },
  {
    name: 'the timeline tells what is not on its list',
    file: `${GATEWAY}/transactions/query/timeline.wire.ts`,
    right: `    detail: {
      attempt: number,
      payment_provider_id: providerId,
      payment_provider_account_id: accountId,
      ...toWireRequested(requested),
    },`,
    wrong: `    detail: {
      ...attempt,
      attempt: number,
      payment_provider_id: providerId,
      payment_provider_account_id: accountId,
    },`,
    suite: `${GATEWAY}/transactions/query/timeline.http.test.ts`,
  },
  {
    name: 'a worker that died in a call counts as one that never called',
    file: `${GATEWAY}/transactions/execution/recover.ts`,
    right: `if (attempt.status === 'STARTED') {
    return {`,
    wrong: `if (attempt.status === 'STARTED') {
    if (execution) return endUndecided(execution, '1001', { cause: 'janitor', nowMs })
    return {`,
    suite: SIMULATION,
  },
  {
    name: 'a silent provider counts as one that declined',
    file: `${GATEWAY}/transactions/execution/apply-result.ts`,
    right: `if (result.kind === 'unanswered') {
    const { contradiction }`,
    wrong: `if (result.kind === 'unanswered') {
    if (execution) return endUndecided(execution, '1001', { cause: 'provider', nowMs })
    const { contradiction }`,
    suite: SIMULATION,
  },
  {
    name: 'a silent provider is passed over for the next',
    file: `${GATEWAY}/transactions/execution/execute.ts`,
    right: `): Promise<{ readonly execution: Execution; readonly context: Context } | null> {
  if (result.kind === 'unanswered' || result.value.kind !== 'outcome') return null`,
    wrong: `): Promise<{ readonly execution: Execution; readonly context: Context } | null> {
  if (result.kind === 'unanswered') result = { kind: 'answered', value: { kind: 'outcome', outcome: {
    processingCode: '1000', providerResponseCode: '', providerResponseMessage: '', approvalCode: null,
    referenceNumber: null, systan: null, retryable: true } } }
  if (result.value.kind !== 'outcome') return null`,
    suite: SIMULATION,
  },
  {
    name: 'a provider that does not answer a question counts as one that fenced',
    file: `${GATEWAY}/transactions/execution/status-query.ts`,
    right: `const result = await provider.findOutcome(attempt)
      if (result.kind === 'unanswered') return unknown(result)`,
    wrong: `const result = await provider.findOutcome(attempt)
      if (result.kind === 'unanswered') return { kind: 'fenced' }`,
    suite: SIMULATION,
  },
  {
    name: 'an operation that was refused keeps what was reserved for it',
    file: `${GATEWAY}/transactions/execution/money.store.ts`,
    right: 'await moveMoney(trx, ended, -1)',
    wrong: '',
    suite: SIMULATION,
  },
  {
    name: 'a refused increment raises the authorization',
    file: `${GATEWAY}/transactions/execution/money.store.ts`,
    right: `if (status === 'APPROVED') await changeAuthorization(trx, ended, deadlinesOf)`,
    wrong: `await changeAuthorization(trx, ended, deadlinesOf)`,
    suite: `${GATEWAY}/transactions/follow-up/changes.http.test.ts`,
    title: 'raises nothing',
  },
  {
    name: 'an event that no receiver answered counts as delivered',
    file: `${GATEWAY}/webhooks/classify-attempt.ts`,
    right: 'if (isTaken(answer)) return',
    wrong: 'if (isTaken(answer) || answer === null) return',
    suite: SIMULATION,
  },
  {
    name: 'a card is corrected whose outcome is unknown',
    ...UNKNOWN_IS_CORRECTED,
    suite: SIMULATION,
  },
  {
    name: 'what arrives late finds no fence',
    file: `${GATEWAY}/transactions/execution/status-query.ts`,
    right: 'const fenced = await provider.fence(attempt)',
    wrong: `const fenced = { kind: 'answered', value: { kind: 'fenced' } }`,
    suite: SIMULATION,
  },
  {
    name: 'an order that was sent twice is taken twice',
    file: `${GATEWAY}/references/references.migration.ts`,
    right: `.addPrimaryKeyConstraint('reference_holds_pk', ['merchant_id', 'terminal_id', 'reference'])`,
    wrong: `.addPrimaryKeyConstraint('reference_holds_pk', ['merchant_id', 'terminal_id', 'reference', 'holder_id'])`,
    suite: SIMULATION,
  },
  {
    name: 'an operation that was sent twice is done twice',
    file: `${GATEWAY}/transactions/follow-up/operation.store.ts`,
    right: 'if (requestKey === null) return',
    wrong: 'if (requestKey !== undefined) return',
    suite: SIMULATION,
  },
  {
    name: 'a security code shows in what is stored',
    file: `${GATEWAY}/payment-methods/card-data.ts`,
    right: 'card: { pan: fields.pan, cvv: fields.cvv, brand, expirationMonth, expirationYear },',
    wrong: `card: { pan: fields.pan, cvv: fields.cvv, brand, expirationMonth,
      expirationYear: expirationYear + (Number(fields.cvv?.reveal()) % 10) },`,
    suite: 'proofs/simulation/cvv.test.ts',
  },
  {
    name: 'a security code shows in the log',
    file: `${GATEWAY}/transactions/card/authorize-card.ts`,
    right: 'const { fields, uses } = opened',
    wrong: `const { fields, uses } = opened
  const { recordInLog } = await import('@sluice/platform/logging/log-context')
  recordInLog({ reason: fields.encrypted_cvv.reveal() })`,
    suite: 'proofs/simulation/cvv.test.ts',
  },
  {
    name: 'a security code is remembered as it came',
    file: `${GATEWAY}/payment-methods/card-data.ts`,
    right: 'const pan = fields.pan.reveal()',
    wrong: `const pan = fields.pan.reveal()
  ;((globalThis as { kept?: unknown[] }).kept ??= []).push(fields.cvv)`,
    suite: HEAP,
  },
  {
    name: 'a card number is remembered in the bytes of a buffer',
    file: `${GATEWAY}/payment-methods/card-data.ts`,
    right: 'const pan = fields.pan.reveal()',
    wrong: `const pan = fields.pan.reveal()
  ;((globalThis as { kept?: unknown[] }).kept ??= []).push(new TextEncoder().encode(pan))`,
    suite: HEAP,
  },
  {
    name: 'a card number is remembered in two halves',
    file: `${GATEWAY}/payment-methods/card-data.ts`,
    right: 'const pan = fields.pan.reveal()',
    wrong: `const pan = fields.pan.reveal()
  ;((globalThis as { kept?: unknown[] }).kept ??= []).push([...pan].reduce((text, digit) => text + digit, 'a card: '))`,
    suite: HEAP,
  },
  {
    name: 'a text is normalized before its length is judged',
    file: `${PLATFORM}/kernel/normalize-text.ts`,
    right: 'text.length <= maxUnits ? text.normalize',
    wrong: 'maxUnits > 0 ? text.normalize',
    suite: 'proofs/waits/waits.test.ts',
  },
  {
    name: 'a path that cannot be decoded is a fault',
    file: `${PLATFORM}/http/answer-error.ts`,
    right: 'FST_ERR_BAD_URL: undecodablePathRefusal,',
    wrong: '',
    suite: `${FUZZING}/endpoints.test.ts`,
  },
  {
    name: 'a request of two lengths is taken',
    file: `${PLATFORM}/http/http-server.ts`,
    right: 'connectionsCheckingInterval: TIMEOUT_CHECK_INTERVAL_MS,',
    wrong: 'connectionsCheckingInterval: TIMEOUT_CHECK_INTERVAL_MS, insecureHTTPParser: true,',
    suite: `${FUZZING}/sockets.test.ts`,
  },
  {
    name: 'a message of a bank that is no JSON is a fault',
    file: 'packages/types/src/vocabulary/browser-messages.ts',
    right: `      : null
  } catch {
    return null
  }`,
    wrong: `      : null
  } finally {
  }`,
    suite: `${FUZZING}/parsers.test.ts`,
  },
  {
    name: 'a connection to a silent database is waited for without an end',
    file: `${PLATFORM}/database/open-postgres.ts`,
    right: 'connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,',
    wrong: '',
    suite: 'proofs/links.test.ts',
  },
  {
    name: 'a reference becomes a part of a statement',
    file: `${GATEWAY}/transactions/query/transaction-search.store.ts`,
    right: `rows = rows.where(leading.column, '=', leading.value)`,
    wrong: `const { sql } = process.getBuiltinModule('node:module').createRequire(import.meta.url)('kysely')
    rows = rows.where(sql.raw(\`\${leading.column} = '\${leading.value}'\`))`,
    suite: SCANNERS,
    title: 'in /api/transactions.reference',
    needs: 'scanners',
  },
  {
    name: 'a page shows what an address says as markup',
    file: 'packages/shared/src/html.ts',
    right: 'return escapeHtml(String(value))',
    wrong: 'return String(value)',
    suite: SCANNERS,
    title: 'wapiti finds no vulnerability in pages',
    needs: 'scanners',
  },
  {
    name: 'a result counts for the payment that it was brought to',
    file: `${GATEWAY}/providers/http/http-provider.ts`,
    right: `return readAuthorization(payment, said)`,
    wrong: `return readAuthorization({ ...payment, key: said.idempotency_key }, said)`,
    suite: `${GATEWAY}/transactions/card/simulated-authentication-by-provider.http.test.ts`,
    title: 'answers for another payment',
  },
  {
    name: 'an approval without authentication stands',
    file: `${GATEWAY}/transactions/execution/evaluate-approval.ts`,
    right: `refusedAs: REFUSED_AS[told.transStatus] ?? '3002'`,
    wrong: `refusedAs: null`,
    suite: BY_PROVIDER,
    title: 'is undone',
  },
  {
    name: 'an exemption counts that nobody asked for',
    file: `${GATEWAY}/transactions/execution/evaluate-approval.ts`,
    right: `return exemptionApplied !== null || transStatus === 'I' ? NOT_PERFORMED : told`,
    wrong: `return told`,
    suite: BY_PROVIDER,
    title: 'an exemption was applied unasked',
  },
  {
    name: 'an exemption counts in place of the requested one',
    file: `${GATEWAY}/transactions/execution/evaluate-approval.ts`,
    right: `if (exemptionApplied !== null && exemptionApplied === requested.exemption)`,
    wrong: `if (exemptionApplied !== null && requested.exemption !== null)`,
    suite: `${GATEWAY}/transactions/card/requested-authentications.http.test.ts`,
    title: 'counts only the exemption that was requested',
  },
  {
    name: 'time ends a payment that its provider holds',
    file: `${GATEWAY}/transactions/execution/recover.ts`,
    right: `if (execution.attempt.status === 'CONFIRMING') {`,
    wrong: `if (Boolean(0)) {`,
    suite: BY_PROVIDER,
    title: 'withdraws at the provider',
  },
  {
    name: 'a cancellation that was only taken ends a payment',
    file: `${GATEWAY}/transactions/execution/apply-withdrawal.ts`,
    right: `applyWithdrawal(execution, withdrawal, { ...end, nowMs }) ??`,
    wrong: `applyWithdrawal(execution, withdrawal.kind === 'decided' ? withdrawal : { kind: 'withdrawn' }, { ...end, nowMs }) ??`,
    suite: BY_PROVIDER,
    title: 'keeps a payment open',
  },
  {
    name: 'nobody looks once more at a payment that was given up',
    file: `${GATEWAY}/transactions/execution/apply-withdrawal.ts`,
    right: `dueAtMs: nowMs + LAST_QUERY_MS`,
    wrong: `dueAtMs: null`,
    suite: BY_PROVIDER,
    title: 'queries again an hour after the end',
  },
  {
    name: 'a decline leaves a page that can be paid at',
    file: `${GATEWAY}/transactions/execution/learn-confirmed.ts`,
    right: `if (!wasShopperSent(attempt) || found.kind !== 'decided') return found`,
    wrong: `if (!wasShopperSent(attempt) || found.kind !== 'fenced') return found`,
    suite: BY_PROVIDER,
    title: 'leaves nothing payable',
  },
  {
    name: 'a continuation is repeated under another key',
    file: `${GATEWAY}/transactions/execution/learn-confirmed.ts`,
    right: `provider.continue(attempt, sent.key, brought)`,
    wrong: `provider.continue(attempt, sent.key.slice(1), brought)`,
    suite: BY_PROVIDER,
    title: 'never arrived, with its key',
  },
  {
    name: 'results that are not valid are given back for ever',
    file: `${GATEWAY}/transactions/card/follow-shopper.ts`,
    right: `const INVALID_RESULTS_MAX = 5`,
    wrong: `const INVALID_RESULTS_MAX = 500`,
    suite: BY_PROVIDER,
    title: 'five times',
  },
  {
    name: 'a worker that dies gives the step back',
    file: `${GATEWAY}/transactions/execution/recover.ts`,
    right: `if (attempt.status === 'STARTED') {`,
    wrong: `const { takenStep: taken } = continuation
  if (attempt.status === 'STARTED' && taken !== null)
    return { cause: 'janitor', to: { step: taken, takenStep: null, leaseUntilMs: null }, attempt: { ...attempt, status: 'CONFIRMING' } }
  if (attempt.status === 'STARTED') {`,
    suite: 'packages/gateway/test/interrupted-authentication.test.ts',
    title: 'dies between return and answer',
  },
  {
    name: 'a card waits for the shopper though no attempt may follow',
    file: `${GATEWAY}/transactions/card/follow-shopper.ts`,
    right: `card: isKept ? context.card : null`,
    wrong: `card: context.card`,
    suite: `${GATEWAY}/sessions/authentication-by-provider.http.test.ts`,
    title: 'keep the card',
  },
  {
    name: 'what a browser brought is stored in clear',
    file: `${GATEWAY}/transactions/execution/confirmation-seals.ts`,
    right: `sealer.seal(purpose, Buffer.from(JSON.stringify(value), 'utf8'))`,
    wrong: `Buffer.from(JSON.stringify(value), 'utf8')`,
    suite: `${GATEWAY}/sessions/authentication-by-provider.http.test.ts`,
    title: 'in clear',
  },
  {
    name: 'nobody looks once more after a decline whose shopper was at the provider',
    file: `${GATEWAY}/transactions/execution/apply-result.ts`,
    right: `const dueAtMs = wasShopperSent(attempt) && !isApproved ? nowMs + LAST_QUERY_MS : null`,
    wrong: `const dueAtMs = null`,
    suite: PAYABLE,
    title: 'after a decline that ended it',
  },
  {
    name: 'a shopper who gave up at the provider counts as its promise',
    file: `${GATEWAY}/transactions/execution/learn-confirmed.ts`,
    right: `if (statusForCode(outcome.processingCode) === 'APPROVED') return found`,
    wrong: `if (['0000', '1003'].includes(outcome.processingCode)) return found`,
    suite: PAYABLE,
    title: 'after the shopper gave up there',
  },
  {
    name: 'a lost cancellation is never repeated where events alone tell',
    file: `${GATEWAY}/transactions/execution/learn-confirmed.ts`,
    right: `if (confirmation.endsAs !== null) return true`,
    wrong: '',
    suite: PAYABLE,
    title: 'the first cancellation was lost',
  },
  {
    name: 'a payment is not given up whose answer named another',
    file: `${GATEWAY}/transactions/execution/apply-result.ts`,
    right: `const held = contradiction && undoesLost ? toBeGivenUp(named) : named`,
    wrong: `const held = named`,
    suite: PAYABLE,
    title: 'an answer that named another payment',
  },
  {
    name: 'a bank that was only informed proves the cardholder',
    file: `${GATEWAY}/transactions/execution/evaluate-approval.ts`,
    right: `return exemptionApplied !== null || transStatus === 'I' ? NOT_PERFORMED : told`,
    wrong: `return exemptionApplied !== null ? NOT_PERFORMED : told`,
    suite: `${GATEWAY}/transactions/card/simulated-authentication-by-provider.http.test.ts`,
    title: 'only informed',
  },
  {
    name: 'a decline is forgotten while its payment is being given up',
    file: `${GATEWAY}/transactions/execution/apply-result.ts`,
    right: `const declined = withProviderOutcome(attempt, outcome)`,
    wrong: `const declined = attempt`,
    suite: PAYABLE,
    title: 'once a status query reports',
  },
  {
    name: 'an account that is switched forgets the proof of the 3DS server',
    file: `${GATEWAY}/transactions/card/authenticates-itself.ts`,
    right: `const isProven = proof !== null || authentication !== null`,
    wrong: `const isProven = proof !== null`,
    suite: `${GATEWAY}/transactions/card/switched-accounts.http.test.ts`,
  },
  {
    name: 'browsers are sent to steps over plain http',
    file: `${GATEWAY}/providers/http/provider.wire.ts`,
    right: `return answer.result !== 'AUTHENTICATE' || mayOpen(addressOf(answer.step))`,
    wrong: `return true`,
    suite: `${GATEWAY}/providers/http/http-provider.http.test.ts`,
    title: 'may not be plain http',
  },
  {
    name: 'the form of an acquirer may not lead on',
    file: `${GATEWAY}/transactions/card/pages/challenge-page.routes.ts`,
    right: `formPage(url, fields, locale, 'continuing')`,
    wrong: `formPage(url, fields, locale)`,
    suite: STEPS,
    title: 'a form may lead',
  },
  {
    name: 'a repeated CRes is the result of the next round',
    file: `${GATEWAY}/transactions/card/pages/challenge-notification.routes.ts`,
    right: `if (open === null || isOfEarlierRound(open, cres)) return`,
    wrong: `if (open === null) return`,
    suite: STEPS,
    title: 'repeated CRes',
  },
  {
    name: 'two calls have the lease of one',
    file: `${GATEWAY}/transactions/execution/open.ts`,
    right: `return confirmation ? 2 : 1`,
    wrong: `return confirmation ? 1 : 1`,
    suite: STEPS,
    title: 'slow continuation',
  },
  {
    name: 'a payment that was to expire ends as declined once its key is fenced',
    file: `${GATEWAY}/transactions/execution/recover.ts`,
    right: `const code = attempt.confirmation?.endsAs ?? '1001'`,
    wrong: `const code = '1001'`,
    suite: PAYABLE,
    title: 'its key is fenced',
  },
  {
    name: 'an event is used up that comes while the shopper is at the provider',
    file: `${GATEWAY}/transactions/inbox/apply-event.ts`,
    right: `if (open.attempt.status === 'CONFIRMING') return wait(`,
    wrong: `if (Boolean(0)) return wait(`,
    suite: PAYABLE,
    title: 'keeps an event waiting',
  },
  {
    name: 'a link scanner takes the shopper’s step',
    file: `${GATEWAY}/transactions/card/pages/challenge-notification.routes.ts`,
    right: `exposeHeadRoute: false`,
    wrong: '',
    suite: STEPS,
    title: 'previews the return URL',
  },
  {
    name: 'a browser brings back as much as it likes',
    file: `${GATEWAY}/transactions/card/pages/challenge-notification.routes.ts`,
    right: `const BROUGHT_MAX_BYTES = 16_384`,
    wrong: `const BROUGHT_MAX_BYTES = 1_000_000`,
    suite: STEPS,
    title: 'one byte above that in a form',
  },
  {
    name: 'banks and acquirers lead back by short addresses only',
    file: `${PLATFORM}/http/guard-request.ts`,
    right: `['/orders/', '/three-ds/']`,
    wrong: `['/orders/']`,
    suite: STEPS,
    title: 'as long as the limit: in the address',
  },
  {
    name: 'a request’s address is written to the log',
    file: `${PLATFORM}/http/log-request.ts`,
    right: `      route,
`,
    wrong: `      route: request.url,
`,
    suite: `${GATEWAY}/sessions/authentication-by-provider.http.test.ts`,
    title: 'in tables, dumps',
  },
  {
    name: 'the page of an acquirer is kept after the payment',
    file: `${GATEWAY}/transactions/execution/execution-rows.store.ts`,
    right: `sealed_page: HELD.has(status) ? confirmation.sealedPage : null`,
    wrong: `sealed_page: confirmation.sealedPage`,
    suite: `${GATEWAY}/sessions/authentication-by-provider.http.test.ts`,
    title: 'in tables, dumps',
  },
  {
    name: 'what a browser brought is told in the timeline',
    file: `${GATEWAY}/transactions/card/continue-confirmed.ts`,
    right: `      status: 'STARTED',
`,
    wrong: `      status: 'STARTED',
      authentication: attempt.authentication && { ...attempt.authentication, threeDsServerTransId: JSON.stringify(brought) },
`,
    suite: `${GATEWAY}/sessions/authentication-by-provider.http.test.ts`,
    title: 'in tables, dumps',
  },
  {
    name: 'a page says nothing about where its forms go',
    file: `${PLATFORM}/http/error-page.ts`,
    right: `'form-action': "'none'",`,
    wrong: '',
    suite: 'packages/gateway/test/every-page.test.ts',
  },
]
