/**
 * Writes the types of the contract out, without the schemas they belong to.
 *
 * The declarations of `@sluice/types` need zod; published with the client they would cost its users megabytes and their
 * compilers seconds. What this writes says the same, and the client's declarations are built from it.
 *
 * @decision 0038
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

/** The types of `@sluice/types` that depend on an endpoint's name, expressed by the generated types alone. */
const BY_ENDPOINT = `
export type EndpointName = keyof EndpointTypes
export type BodyOf<Name extends EndpointName> = EndpointTypes[Name]['body']
export type ParamsOf<Name extends EndpointName> = EndpointTypes[Name]['params']
export type QueryOf<Name extends EndpointName> = EndpointTypes[Name]['query']
export type AnswerOf<Name extends EndpointName> = EndpointTypes[Name]['answer']
`

/**
 * @param root - of the repository.
 * @returns the text of a declaration file with every type of the contract; what is a value there is `any` here.
 */
export function flattenContract(root: string): string {
  const folder = join(root, 'packages/types/src')
  const contract = readFileSync(join(folder, 'contract.ts'), 'utf8')
  const values = listValues(readFileSync(join(folder, 'index.ts'), 'utf8'))
  return [
    contract
      .replace(`from './vocabulary/index.ts'`, `from '@sluice/types/vocabulary'`)
      .replaceAll(`from './merchant-contract.ts'`, `from '@sluice/types/merchant-contract'`),
    `export * from '@sluice/types/vocabulary'`,
    BY_ENDPOINT,
    ...values.map((name) => `export declare const ${name}: any`),
    '',
  ].join('\n')
}

/** The values that the module exports, except those of the vocabulary. */
function listValues(text: string): readonly string[] {
  const source = ts.createSourceFile('index.ts', text, ts.ScriptTarget.ESNext)
  return source.statements.flatMap((statement) => {
    if (!ts.isExportDeclaration(statement) || statement.isTypeOnly) return []
    const { exportClause, moduleSpecifier } = statement
    const from = moduleSpecifier && ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : ''
    if (!exportClause || !ts.isNamedExports(exportClause) || from.startsWith('./vocabulary/')) return []
    return exportClause.elements.filter(({ isTypeOnly }) => !isTypeOnly).map(({ name }) => name.text)
  })
}
