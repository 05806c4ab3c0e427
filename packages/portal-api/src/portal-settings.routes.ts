import { sendAnswer } from '@sluice/platform/http/answer'
import { AT_PORTAL } from '@sluice/platform/http/endpoint-routes'
import { MERCHANT_CAPS } from '@sluice/platform/kernel/merchant-caps'
import type { HttpServer } from '@sluice/platform/http/http-server'
import { notFoundRefusal, RequestRefusal, validationRefusal } from '@sluice/platform/http/request-refusal'

import { serveChanges } from './changes.routes.ts'
import type { PortalAuth } from './portal-auth.ts'
import type { PortalSettings, SettingsOutcome, SettingsReading } from './portal-settings.ts'
import type { PortalUsers } from './portal-users.ts'
import { readMembers } from './read-members.ts'
import { MANAGED_BY_FILE } from './require-portal-managed.ts'
import { SETTINGS_CHANGES, type SettingsChange, type ChangeRefusal } from './settings-changes.ts'

const PATH = '/portal/settings'

/** The path of each kind of change. */
const PATHS: Readonly<Record<keyof typeof SETTINGS_CHANGES, string>> = {
  changeLook: `${PATH}/look`,
  changeWebhookHosts: `${PATH}/webhook-hosts`,
  changeRisk: `${PATH}/risk`,
  changeTerminal: `${PATH}/terminals/:id`,
  changeClientKey: `${PATH}/client-keys/:id`,
  deleteClientKey: `${PATH}/client-keys/:id/delete`,
  createClientKey: `${PATH}/client-keys`,
}

const CHANGED_MEANWHILE = 'Someone else changed the settings in the meantime. Review them, then save again.'

const REFUSED_TOKENS: Readonly<Record<Exclude<ChangeRefusal, 'unknown'>, readonly [string, string]>> = {
  operators_status: ['status', 'can only be set by the operator of the gateway'],
  client_keys_full: [
    'origins',
    `the merchant has ${MERCHANT_CAPS.clientKeys} client keys, the maximum: delete one that is no longer used`,
  ],
  client_key_active: ['status', 'must be INACTIVE before the key is deleted: deactivate the key first'],
  operators_feature: ['features', 'TRX_TYPE_PAYOUT can only be granted by the operator of the gateway'],
}

/** Serves what a merchant has, and changes of it. @see docs/protocol/portal.md#portal-settings */
export function registerPortalSettings(
  server: HttpServer,
  {
    settings,
    auth,
    users,
    exportMerchant,
  }: {
    readonly settings: PortalSettings
    readonly auth: PortalAuth
    readonly users: Pick<PortalUsers, 'notifyOfWebhooks'>
    /** Returns null for an unknown merchant. */
    readonly exportMerchant: (merchantId: string) => Promise<string | null>
  },
): void {
  const onChange = serveChanges(server, auth)

  server.get(PATH, { config: AT_PORTAL }, async (request, reply) => {
    const { merchantId } = await auth.requirePermission('getSettings', request)
    const reading = await settings.read(merchantId)
    if (reading === null) throw notFoundRefusal()
    return sendAnswer(reply, 200, toWireSettings(reading))
  })

  server.get(`${PATH}/export`, { config: AT_PORTAL }, async (request, reply) => {
    const { merchantId } = await auth.requirePermission('exportSettings', request)
    const file = await exportMerchant(merchantId)
    if (file === null) throw notFoundRefusal()
    return reply
      .headers({
        'content-type': 'application/yaml; charset=utf-8',
        'content-disposition': 'attachment; filename="sluice.yaml"',
        'cache-control': 'no-store',
      })
      .send(file)
  })

  server.post(`${PATH}/preview`, { config: AT_PORTAL }, async (request, reply) => {
    const { merchantId } = await auth.requirePermission('previewLook', request)
    const { members, apply } = SETTINGS_CHANGES.changeLook
    const requested = readMembers(request, members)
    const preview = await settings.preview(merchantId, (document) => apply(document, '', requested))
    if (preview === null) throw notFoundRefusal()
    if (!preview.ok) throw refusalOf({ ...preview, refusal: 'not_valid' }, '')
    return sendAnswer(reply, 200, {
      url: preview.url,
      colors: preview.colors,
      weak_colors: preview.weakColors.map(({ color, background, ratio, requiredRatio }) => ({
        color,
        background,
        ratio,
        required_ratio: requiredRatio,
      })),
    })
  })

  for (const [action, path] of Object.entries(PATHS) as [keyof typeof PATHS, string][]) {
    const kind: SettingsChange = SETTINGS_CHANGES[action]
    onChange('POST', path, action, async ({ request, merchantId, id, person }) => {
      const { version, ...members } = readMembers(request, ['version', ...kind.members])
      if (typeof version !== 'number')
        throw validationRefusal([{ property: 'version', message: 'is required', params: ['version'] }])
      const subject = action === 'createClientKey' ? settings.makeClientKey() : id
      let place = ''
      const outcome = await settings.change(merchantId, version, (document) => {
        const refusal = kind.validate(document, subject, members)
        if (refusal === 'unknown') throw notFoundRefusal()
        if (refusal !== null) {
          const [property, message] = REFUSED_TOKENS[refusal]
          throw validationRefusal([{ property, message, params: [property] }])
        }
        place = kind.place(document, subject)
        return kind.apply(document, subject, members)
      })
      if (!outcome.ok) throw refusalOf(outcome, place)
      const now = await settings.read(merchantId)
      if (now === null) throw notFoundRefusal()
      if (action === 'changeWebhookHosts' && outcome.changes.length > 0) {
        const about = now.document.webhook_hosts?.join(', ') ?? ''
        // The change is made, and the audit entry below must not be lost with the notice.
        await users
          .notifyOfWebhooks({ merchantId, kind: 'WEBHOOK_HOSTS_CHANGED', about }, person.userId)
          .catch((error: unknown) =>
            server.edge.options.logger.error(
              { err: error },
              'owners were not notified of changed webhook hosts',
            ),
          )
      }
      const changed = outcome.changes.map(
        ({ action, kind, id: changedId, members: of }) =>
          `${kind} ${changedId} ${action}${of.length === 0 ? '' : `: ${of.join(', ')}`}`,
      )
      const done = {
        action: 'settings.change',
        subject: subject === '' ? merchantId : subject,
        detail: { change: action, version: String(outcome.version), changed: changed.join('; ') },
      } as const
      return { status: 200, body: toWireSettings(now), done }
    })
  }
}

function toWireSettings({ managedBy, version, document, blocked, standardRules }: SettingsReading) {
  return { managed_by: managedBy, version, blocked, standard_rules: standardRules, settings: document }
}

/** @param place - the path of the body's members within the merchant's entry. */
function refusalOf(outcome: Exclude<SettingsOutcome, { ok: true }>, place: string): RequestRefusal {
  switch (outcome.refusal) {
    case 'merchant_unknown':
      return notFoundRefusal()
    case 'managed_by_file':
      return new RequestRefusal(409, { error: 'Conflict', message: MANAGED_BY_FILE })
    case 'changed_meanwhile':
      return new RequestRefusal(409, { error: 'Conflict', message: CHANGED_MEANWHILE })
    case 'not_valid':
      return validationRefusal(
        outcome.problems.map(({ name, got, fix }) => {
          const property = name.startsWith(place) ? name.slice(place.length) : name
          return { property, message: `${fix} (got ${got})`, params: [property] }
        }),
      )
  }
}
