import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

import kept from './kept-contract.json' with { type: 'json' }

/** The name of a stored document of Adyen. */
export type DocumentName = keyof typeof kept.files

/** The source of the documents. */
export const CONTRACT_SOURCE = `${kept.repository}@${kept.commit}`

/** The parts of an OpenAPI document that the gate reads. */
export interface OpenApiDocument {
  readonly info: { readonly version: string }
  readonly paths?: Readonly<Record<string, PathItem>>
  readonly webhooks?: Readonly<Record<string, PathItem>>
  readonly components: { readonly schemas: Readonly<Record<string, object>> }
}

interface Content {
  readonly content?: { readonly 'application/json'?: { readonly schema: { readonly $ref: string } } }
}

/** The operation of a path whose messages the gate checks. */
export interface PathItem {
  readonly post?: { readonly requestBody?: Content; readonly responses: Readonly<Record<string, Content>> }
}

/** Reads a document, which is stored compressed and otherwise as Adyen published it. @throws If it was changed. */
export function readDocument(name: DocumentName): OpenApiDocument {
  const text = gunzipSync(readFileSync(new URL(`${name}.json.gz`, import.meta.url)))
  const hash = createHash('sha256').update(text).digest('hex')
  if (hash !== kept.files[name]) throw new Error(`${name} is not the document that is kept: ${hash}`)
  return JSON.parse(text.toString('utf8')) as OpenApiDocument
}
