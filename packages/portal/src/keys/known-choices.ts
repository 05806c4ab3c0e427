import type { PortalServices } from '../app/portal-context.ts'
import { KEYS_TEXTS as texts } from '../texts/keys-texts.ts'
import { PEOPLE_TEXTS } from '../texts/people-texts.ts'
import { SESSION_TEXTS } from '../texts/session-texts.ts'
import { SETTINGS_TEXTS } from '../texts/settings-texts.ts'
import type { Choice } from './find-choices.ts'

/** An address of the portal, its name, and what a person must be allowed to do there; null for everybody. */
type Place = readonly [href: string, name: string, action: string | null]

/** Pages that are not in the navigation. */
const MORE_PAGES: readonly Place[] = [
  ['/trail', PEOPLE_TEXTS.trail.title, 'searchUserTrail'],
  ['/sessions', SESSION_TEXTS.title, null],
]

/** The request with which each page of the settings starts. */
const SETTINGS_ACTIONS: Readonly<Record<keyof typeof SETTINGS_TEXTS.sections, string>> = {
  credentials: 'listClients',
  terminals: 'getSettings',
  origins: 'getSettings',
  look: 'getSettings',
  rules: 'getSettings',
  'webhook-hosts': 'getSettings',
}

/** Returns the pages, settings and actions that the person may use, which the search finds by name. */
export function listKnown(
  { may, go }: Pick<PortalServices, 'may' | 'go'>,
  pages: readonly { readonly href: string; readonly name: string }[],
  showKeys: () => void,
): readonly Choice[] {
  const isAllowed = ([, , action]: Place) => action === null || may(action)
  const toChoice =
    (group: 'pages' | 'settings' | 'actions') =>
    ([href, name]: Place): Choice => ({
      group,
      name,
      hint: '',
      words: texts.words[href] ?? '',
      choose: () => go(href),
    })
  const settings = Object.entries(SETTINGS_TEXTS.sections).map(([section, name]): Place => [
    `/settings/${section}`,
    name,
    SETTINGS_ACTIONS[section as keyof typeof SETTINGS_ACTIONS],
  ])
  const actions: readonly Place[] = [
    ['/payments?status=DECLINED', texts.showDeclined, 'listTransactions'],
    ['/payments?status=PENDING', texts.showPending, 'listTransactions'],
  ]
  return [
    ...pages.map(({ href, name }) => toChoice('pages')([href, name, null])),
    ...MORE_PAGES.filter(isAllowed).map(toChoice('pages')),
    ...settings.filter(isAllowed).map(toChoice('settings')),
    ...actions.filter(isAllowed).map(toChoice('actions')),
    { group: 'actions', name: texts.help, hint: '?', choose: showKeys },
  ]
}
