import { stringify } from 'yaml'

import { type MerchantDocument } from './merchant-document.ts'

/** The data of a merchant outside its entry. */
export interface FurtherRecords {
  readonly clients: readonly {
    readonly clientId: string
    readonly status: 'ACTIVE' | 'INACTIVE'
    readonly roles: readonly string[]
    readonly secretHash: Uint8Array
    readonly secondSecretHash?: Uint8Array | null
    readonly publicKeys?: readonly unknown[]
  }[]
  readonly subscriptions: readonly {
    readonly id: string
    readonly url: string
    readonly filters: readonly string[]
    readonly status: 'ACTIVE' | 'DISABLED'
  }[]
  /** The number of entries in the block lists. */
  readonly blocked: number
}

/**
 * Builds the configuration file of one merchant. Data that a file cannot contain is mentioned in comments at the top.
 */
export function writeMerchantFile(document: MerchantDocument, records: FurtherRecords): string {
  const { clients, subscriptions, blocked } = records
  const merchant = {
    ...document,
    clients: clients.map((client) => ({
      client_id: client.clientId,
      status: client.status,
      roles: client.roles,
      secret_hashes: [client.secretHash, client.secondSecretHash]
        .filter((hash) => hash?.some((byte) => byte !== 0))
        .map((hash) => Buffer.from(hash ?? []).toString('hex')),
    })),
    webhooks: subscriptions.map(({ id, url, filters, status }) => ({ id, url, filters, status })),
  }
  const signing = clients.filter(({ publicKeys = [] }) => publicKeys.length > 0)
  const remarks = [
    'The configuration of one merchant, as stored in the gateway.',
    'Clients keep their secrets: the file contains their hashes.',
    ...(subscriptions.length === 0
      ? []
      : [
          'A webhook keeps its secret on this gateway; another gateway creates a new secret, or uses secret_file.',
        ]),
    ...(blocked === 0
      ? []
      : [
          `${blocked} entries of block lists are stored only as hashes, so the file lacks them: add them again.`,
        ]),
    ...signing.map(({ clientId }) => `${clientId} signs with a key: add its file to public_key_files.`),
  ]
  return `${remarks.map((line) => `# ${line}\n`).join('')}${stringify({ merchants: [merchant] })}`
}
