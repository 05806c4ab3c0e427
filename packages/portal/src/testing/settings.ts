import type { Settings } from '../settings/settings.ts'

/** Settings of a merchant that people manage at the portal, without anything in them. */
export function emptySettings(
  own: Partial<Settings['settings']> = {},
  rest: Partial<Settings> = {},
): Settings {
  return {
    managed_by: 'PORTAL',
    version: 7,
    blocked: 0,
    standard_rules: [],
    ...rest,
    settings: {
      language: 'en',
      languages: [],
      branding: { logo_url: null, font_family: null, font_url: null, colors: {} },
      shoppers_remove_cards: false,
      terminals: [],
      client_keys: [],
      ...own,
    },
  }
}
