/** One script that a payment runs in a shopper's browser: a line of the inventory that PCI DSS 6.4.3 asks for. */
export interface ScriptRecord {
  readonly name: string
  /** Its author, who may change it. */
  readonly owner: string
  /** The owner of the documents that run the script: the merchant, or one of the gateway's origins. */
  readonly origin: 'merchant' | 'base' | 'methods'
  /** The path of the script, or of the document that has it inside; the whole URL of a script of others. */
  readonly address: string
  /** The reason why the page loads it. */
  readonly purpose: string
  /** `sha384-…` of a script element’s `integrity`, or `sha256-…` as the document’s policy names its inline script; null where the owner changes the script without notice. */
  readonly integrity: string | null
}
