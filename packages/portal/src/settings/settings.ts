import { ask } from '../app/ask.ts'

/** Under which conditions a terminal offers installments. */
export interface InstallmentPlan {
  readonly currency: string
  readonly payment_method_types: readonly string[]
  readonly brands: readonly string[]
  readonly min_count: number
  readonly max_count: number
  /** Minor units. */
  readonly min_amount: number
}

/** A terminal, in the words of the configuration file. */
export interface Terminal {
  readonly terminal_id: string
  readonly status: 'ACTIVE' | 'INACTIVE' | 'NOT_ACCEPTING'
  readonly features: readonly string[]
  readonly brands: readonly string[]
  /** Types, or objects with the configuration of a type at this terminal. */
  readonly payment_methods: readonly (string | { readonly type: string; readonly visible?: boolean })[]
  readonly routing: readonly { readonly provider: string; readonly account: string }[]
  /** Absent where everything is paid at once. */
  readonly installments?: readonly InstallmentPlan[]
  readonly origins: readonly string[]
}

export interface ClientKey {
  readonly client_key: string
  readonly status: 'ACTIVE' | 'INACTIVE'
  readonly origins: readonly string[]
}

/** A limit within a period. */
export interface Rule {
  readonly id: string
  readonly subject: string
  readonly counts: string
  readonly most: number
  readonly within_minutes: number
  readonly effect?: string
  readonly currency?: string
  readonly codes?: readonly string[]
}

export interface LookSettings {
  readonly language: string
  readonly languages: readonly string[]
  readonly branding: {
    readonly logo_url: string | null
    readonly font_family: string | null
    readonly font_url: string | null
    readonly colors: Readonly<Record<string, string>>
  }
  readonly shoppers_remove_cards: boolean
}

/** A merchant's settings, as the gateway returns them. */
export interface Settings {
  readonly managed_by: 'FILE' | 'PORTAL'
  readonly version: number
  readonly blocked: number
  /** The rules that hold while the merchant has none of its own. */
  readonly standard_rules: readonly Rule[]
  readonly settings: LookSettings & {
    readonly terminals: readonly Terminal[]
    readonly client_keys: readonly ClientKey[]
    readonly webhook_hosts?: readonly string[]
    readonly risk?: { readonly rules: readonly Rule[] }
  }
}

export const loadSettings = (signal?: AbortSignal) =>
  ask<Settings>('/settings', { ...(signal && { signal }) })

/** Saves a change of what the person saw. */
export function saveSettings(path: string, version: number, change: object, key: string): Promise<Settings> {
  return ask(`/settings/${path}`, { method: 'POST', body: { version, ...change }, key })
}
