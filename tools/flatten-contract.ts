/**
 * Writes the types of the contract out, without the schemas they are derived from.
 *
 * `@sluice/types` says `type Envelope = z.output<typeof envelope>`. Declarations that say so need zod and every schema;
 * published with the client they would cost its users megabytes and their compilers seconds. What this writes says the
 * same in plain members, and the client's declarations are built from it.
 *
 * @decision 0042
 */
import { join } from 'node:path'
import ts from 'typescript'

const FLAGS =
  ts.TypeFormatFlags.NoTruncation |
  ts.TypeFormatFlags.InTypeAlias |
  ts.TypeFormatFlags.UseSingleQuotesForStringLiteralType |
  ts.TypeFormatFlags.WriteArrayAsGenericType

/**
 * @param root - of the repository.
 * @returns the text of a declaration file with every export of the contract; what is a value there is `any` here.
 */
export function flattenContract(root: string): string {
  const contract = join(root, 'packages/types/src/index.ts')
  const options = readCompilerOptions(root)
  const names = listExports(contract, options)
  const questions = [
    `import type * as contract from '${contract}'`,
    ...names.plain.map((name) => `export type ${name} = contract.${name}`),
    // The name of an interface stands for itself; only its members can be written out.
    ...names.interfaces.map(
      (name) => `export type ${name} = { [Member in keyof contract.${name}]: contract.${name}[Member] }`,
    ),
    ...names.byEndpoint.map(
      (name) => `export type ${name} = { [Name in contract.EndpointName]: contract.${name}<Name> }`,
    ),
  ]
  const answers = nameRepetitions(expandAliases(`${contract}.flat.ts`, questions.join('\n'), options))
  return [
    ...[...names.plain, ...names.interfaces].map((name) => `export type ${name} = ${answers.get(name)}`),
    ...names.byEndpoint.map(
      (name) =>
        `type ${name}Each = ${answers.get(name)}\nexport type ${name}<Name extends EndpointName> = ${name}Each[Name]`,
    ),
    ...names.values.map((name) => `export declare const ${name}: any`),
    '',
  ].join('\n')
}

function readCompilerOptions(root: string): ts.CompilerOptions {
  const file = join(root, 'tsconfig.base.json')
  const { config } = ts.readConfigFile(file, (path) => ts.sys.readFile(path)) as { config: unknown }
  return { ...ts.parseJsonConfigFileContent(config, ts.sys, root).options, noEmit: true }
}

/** The contract's exports: types, types that take the name of an endpoint, and values. */
function listExports(contract: string, options: ts.CompilerOptions) {
  const program = ts.createProgram([contract], options)
  const checker = program.getTypeChecker()
  const source = program.getSourceFile(contract)
  const module = source && checker.getSymbolAtLocation(source)
  if (!module) throw new Error(`${contract} is no module`)
  const plain: string[] = []
  const interfaces: string[] = []
  const byEndpoint: string[] = []
  const values: string[] = []
  for (const exported of checker.getExportsOfModule(module)) {
    const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
    if ((symbol.flags & ts.SymbolFlags.Type) === 0) values.push(exported.name)
    else if (symbol.flags & ts.SymbolFlags.Value) values.push(exported.name)
    else if (isGeneric(symbol)) {
      if (takesEndpointName(symbol)) byEndpoint.push(exported.name)
    } else if (symbol.flags & ts.SymbolFlags.Interface) interfaces.push(exported.name)
    else plain.push(exported.name)
  }
  return { plain, interfaces, byEndpoint, values }
}

function typeParametersOf(symbol: ts.Symbol): readonly ts.TypeParameterDeclaration[] {
  return (symbol.declarations ?? []).flatMap((declaration) =>
    ts.isTypeAliasDeclaration(declaration) || ts.isInterfaceDeclaration(declaration)
      ? [...(declaration.typeParameters ?? [])]
      : [],
  )
}

const isGeneric = (symbol: ts.Symbol) => typeParametersOf(symbol).length > 0

const takesEndpointName = (symbol: ts.Symbol) =>
  typeParametersOf(symbol).every(({ constraint }) => constraint?.getText() === 'EndpointName')

/** Shorter ones are as easy to read written out. */
const WORTH_A_NAME_CHARACTERS = 100

/** Says the name of a type wherever its text stands in another: a list of currencies is read, and parsed, once. */
function nameRepetitions(types: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const named = [...types]
    .filter(([name, text]) => text.length >= WORTH_A_NAME_CHARACTERS && !name.endsWith('Each'))
    .sort(([, left], [, right]) => right.length - left.length)
  return new Map(
    [...types].map(([name, whole]) => {
      const shorter = named.filter(([, text]) => text.length < whole.length)
      return [name, shorter.reduce((text, [part, its]) => text.replaceAll(its, part), whole)]
    }),
  )
}

/** Evaluates every type alias of a source text that lies nowhere but in memory. */
function expandAliases(path: string, text: string, options: ts.CompilerOptions): ReadonlyMap<string, string> {
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists } = host
  host.fileExists = (name) => name === path || fileExists.call(host, name)
  host.getSourceFile = (name, ...rest) =>
    name === path
      ? ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true)
      : getSourceFile.call(host, name, ...rest)
  const program = ts.createProgram([path], options, host)
  const checker = program.getTypeChecker()
  const source = program.getSourceFile(path)
  const expanded = new Map<string, string>()
  source?.forEachChild((node) => {
    if (!ts.isTypeAliasDeclaration(node)) return
    const type = checker.typeToString(checker.getTypeFromTypeNode(node.type), node, FLAGS)
    expanded.set(node.name.text, type.replaceAll('contract.', ''))
  })
  return expanded
}
