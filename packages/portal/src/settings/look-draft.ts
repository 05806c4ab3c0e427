import type { LookSettings } from './settings.ts'

/** Unsaved changes: members of the look by name, colors as `colors.accent`. */
export type LookDraft = Readonly<Record<string, string | boolean | readonly string[]>>

const COLOR = 'colors.'
const MEMBERS_OF_BRANDING = ['logo_url', 'font_family', 'font_url'] as const

/**
 * The branding with only the person's changes: what a colleague saved in the meantime is kept. An empty text removes a
 * member.
 */
export function applyDraft(look: LookSettings, draft: LookDraft): LookSettings {
  const branding: Record<string, unknown> = { ...look.branding }
  for (const name of MEMBERS_OF_BRANDING) if (name in draft) branding[name] = draft[name] || null
  const colors: Record<string, string> = { ...look.branding.colors }
  for (const [name, value] of Object.entries(draft)) {
    if (!name.startsWith(COLOR)) continue
    if (value === '') delete colors[name.slice(COLOR.length)]
    else colors[name.slice(COLOR.length)] = String(value)
  }
  return {
    language: (draft['language'] as string | undefined) ?? look.language,
    languages: (draft['languages'] as readonly string[] | undefined) ?? look.languages,
    shoppers_remove_cards:
      (draft['shoppers_remove_cards'] as boolean | undefined) ?? look.shoppers_remove_cards,
    branding: { ...(branding as unknown as LookSettings['branding']), colors },
  }
}
