import type { MigrationsFor } from '@sluice/platform/database/open-database'
import { platformMigrations } from '@sluice/platform/platform-migrations'
import { createFailedRequestTables } from '@sluice/portal-api/failed-requests'
import { createIdentityTables } from '@sluice/identity'
import { claimSafeguardRuns, createPortalTables } from '@sluice/portal-api'

import { createConfigurationFileTables } from '../configuration-file/configuration-file.migration.ts'
import { createCustomerTables } from '../customers/index.ts'
import { createMerchantTables } from '../merchants/index.ts'
import { createPaymentLinkTables } from '../payment-links/index.ts'
import { createPaymentMethodTables, keepFirstAuthentications } from '../payment-methods/index.ts'
import { createProviderHealthTables } from '../provider-health/index.ts'
import { createReferenceTables } from '../references/index.ts'
import { createRiskTables } from '../risk/index.ts'
import {
  addSessionRevision,
  createSessionTables,
  keepSessionOptions,
  nameLinksOfSessions,
} from '../sessions/index.ts'
import {
  addReversalKeys,
  addSkippedAccounts,
  countPayments,
  createTransactionTables,
  indexKeysOfUndos,
  createThreeDsIds,
  indexPaymentLinks,
  indexNewestEvents,
  indexUnappliedEvents,
  keepChallengeResults,
  keepConfirmations,
  keepInstallments,
  keepOrderPages,
  keepOutcomeReports,
  keepPartialApprovals,
  keepProviderEvents,
  keepProviderNames,
  keepRecords,
  keepRequestedAuthentications,
  keepTermsOfApprovals,
  keyByAttempt,
  rememberAuthenticationChannels,
  rememberHostedChallenges,
  rememberPaymentLinks,
  rememberThreeDsServers,
  remindOfEvidence,
} from '../transactions/index.ts'
import { createWebhookTables, nameEventSubjects } from '../webhooks/index.ts'

/**
 * The migrations of all tables: the platform's, one initial migration for each slice, and their corrections. A
 * released migration never changes; a later one, numbered from 0002, corrects it.
 *
 * @decision 0104
 */
export const gatewayMigrations: MigrationsFor = (dialect) => ({
  ...platformMigrations(dialect),
  '0001-customers': createCustomerTables(dialect),
  '0001-failed-requests': createFailedRequestTables(dialect),
  '0001-identity': createIdentityTables(dialect),
  '0001-merchants': createMerchantTables(dialect),
  '0001-payment-methods': createPaymentMethodTables(dialect),
  '0001-portal': createPortalTables(dialect),
  '0001-references': createReferenceTables(dialect),
  '0001-risk': createRiskTables(dialect),
  '0001-sessions': createSessionTables(dialect),
  '0001-transactions': createTransactionTables(dialect),
  '0001-webhooks': createWebhookTables(dialect),
  '0002-transactions-attempts': keyByAttempt(dialect),
  '0003-transactions-three-ds-ids': createThreeDsIds(dialect),
  '0004-transactions-provider-names': keepProviderNames(dialect),
  '0005-transactions-three-ds-servers': rememberThreeDsServers(),
  '0006-provider-health': createProviderHealthTables(dialect),
  '0006-transactions-skipped-accounts': addSkippedAccounts(),
  '0007-transactions-reversal-keys': addReversalKeys(dialect),
  '0008-transactions-provider-reports': keepOutcomeReports(),
  '0009-transactions-challenge-results': keepChallengeResults(dialect),
  '0010-sessions-revision': addSessionRevision(),
  '0011-transactions-provider-events': keepProviderEvents(dialect),
  '0012-transactions-hosted-challenges': rememberHostedChallenges(),
  '0013-payment-methods-first-authentications': keepFirstAuthentications(),
  '0014-transactions-authentication-channels': rememberAuthenticationChannels(),
  '0015-transactions-records': keepRecords(dialect),
  '0016-webhooks-event-subjects': nameEventSubjects(dialect),
  '0017-configuration-file': createConfigurationFileTables(dialect),
  '0018-transactions-partial-approvals': keepPartialApprovals(),
  '0019-transactions-terms-of-approvals': keepTermsOfApprovals(),
  '0020-transactions-unapplied-events': indexUnappliedEvents(dialect),
  '0021-transactions-evidence-notices': remindOfEvidence(dialect),
  '0022-transactions-keys-of-undos': indexKeysOfUndos(dialect),
  '0023-portal-safeguard-claims': claimSafeguardRuns(dialect),
  '0025-transactions-attempt-confirmations': keepConfirmations(dialect),
  '0027-transactions-order-pages': keepOrderPages(),
  '0028-payment-links': createPaymentLinkTables(dialect),
  '0028-sessions-payment-links': nameLinksOfSessions(),
  '0028-transactions-payment-links': rememberPaymentLinks(),
  '0029-transactions-payment-link-index': indexPaymentLinks(dialect),
  '0030-sessions-options': keepSessionOptions(),
  '0030-transactions-requested-authentications': keepRequestedAuthentications(),
  '0031-transactions-installments': keepInstallments(),
  '0036-transactions-newest-events': indexNewestEvents(dialect),
  '0037-transactions-payment-counts': countPayments(dialect),
})
