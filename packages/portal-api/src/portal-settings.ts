/** A merchant's entry in the words of the configuration file, as far as the portal shows it. */
export interface SettingsDocument {
  readonly terminals?: readonly TerminalDocument[] | undefined
  readonly client_keys?: readonly ClientKeyDocument[] | undefined
  readonly webhook_hosts?: readonly string[] | undefined
  readonly [member: string]: unknown
}

export interface TerminalDocument {
  readonly terminal_id: string
  readonly status?: string | undefined
  readonly features: readonly string[]
  readonly [member: string]: unknown
}

export interface ClientKeyDocument {
  readonly client_key: string
  readonly [member: string]: unknown
}

/** A merchant's settings, and who manages them. */
export interface SettingsReading {
  readonly managedBy: 'FILE' | 'PORTAL'
  /** Grows with each change. */
  readonly version: number
  readonly document: SettingsDocument
  /** The number of entries in the merchant's block lists. */
  readonly blocked: number
  /** The rules that apply if the document does not mention risk, in its terms. */
  readonly standardRules: readonly object[]
}

/** One record that was changed, and which of its members. */
export interface SettingsRecordChange {
  readonly action: string
  readonly kind: string
  readonly id: string
  readonly members: readonly string[]
}

export type SettingsOutcome =
  | { readonly ok: true; readonly version: number; readonly changes: readonly SettingsRecordChange[] }
  | { readonly ok: false; readonly refusal: 'merchant_unknown' | 'managed_by_file' | 'changed_meanwhile' }
  | {
      readonly ok: false
      readonly refusal: 'not_valid'
      readonly problems: readonly { readonly name: string; readonly got: string; readonly fix: string }[]
    }

/** The outcome of a change of a merchant's entry. */
export type Adopted =
  | { readonly kind: 'added'; readonly merchantId: string; readonly name: string }
  | { readonly kind: 'exists' }
  | {
      readonly kind: 'not_valid'
      readonly problems: readonly { readonly name: string; readonly got: string; readonly fix: string }[]
    }

/** The settings of merchants that are managed at the portal. */
export interface PortalSettings {
  /** Returns null for an unknown merchant. */
  read(merchantId: string): Promise<SettingsReading | null>
  /**
   * @param version - the version that the person saw.
   * @param change - returns the changed entry; it is validated like the file.
   */
  change(
    merchantId: string,
    version: number,
    change: (document: SettingsDocument) => SettingsDocument,
  ): Promise<SettingsOutcome>
  /**
   * Shows the payment page as after a change, without storing the change.
   *
   * @returns null if there is no such merchant.
   */
  preview(
    merchantId: string,
    change: (document: SettingsDocument) => SettingsDocument,
  ): Promise<LookPreview | LookRefusal | null>
  /** Adds a merchant that is managed at the portal; an existing one is not changed. */
  add(
    document: SettingsDocument,
    accounts: { knows(provider: string, account: string): boolean },
  ): Promise<Adopted>
  /** A key for pages that is new. */
  makeClientKey(): string
}

/** A preview of the payment page with a draft of its look. */
export interface LookPreview {
  readonly ok: true
  /** The address of the preview. It shows the card page; the parameters `page` and `lang` select others. */
  readonly url: string
  /** The colours that the page shows, `#rrggbb` by the names of the branding, also for colours that are not set. */
  readonly colors: Readonly<Record<string, string>>
  /** Colours that are hard to read, which the page shows darker or lighter. */
  readonly weakColors: readonly {
    readonly color: string
    readonly background: string
    readonly ratio: number
    readonly requiredRatio: number
  }[]
}

interface LookRefusal {
  readonly ok: false
  readonly problems: readonly { readonly name: string; readonly got: string; readonly fix: string }[]
}
