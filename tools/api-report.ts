/**
 * Compares what the server's client exports with `packages/server-sdk/api-report.md`, so that a change of the public
 * surface is seen. Reads the built declarations: `--write` after a build accepts what they say.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { format, type FormatConfig } from 'oxfmt'
import ts from 'typescript'

const FOLDER = join(import.meta.dirname, '../packages/server-sdk')
const REPORT = join(FOLDER, 'api-report.md')

const HEADER = `# The public surface of @sluice/server-sdk

Written by \`node tools/api-report.ts --write\` from the built declarations, without their comments. A difference is a
change for merchants: it needs a changeset.
`

interface Manifest {
  readonly exports: Readonly<Record<string, string | { readonly import: { readonly types: string } }>>
}

function readEntries(): readonly (readonly [name: string, file: string])[] {
  const { exports } = JSON.parse(readFileSync(join(FOLDER, 'package.json'), 'utf8')) as Manifest
  return Object.entries(exports).flatMap(([path, target]) =>
    typeof target === 'string' ? [] : [[path, join(FOLDER, target.import.types)] as const],
  )
}

function describeSurface(): string {
  const entries = readEntries()
  const options = { module: ts.ModuleKind.NodeNext, skipLibCheck: true, types: [] }
  const program = ts.createProgram(
    entries.map(([, file]) => file),
    options,
  )
  const checker = program.getTypeChecker()
  const printer = ts.createPrinter({ removeComments: true })
  const sections = entries.map(([path, file]) => {
    const source = program.getSourceFile(file)
    const module = source && checker.getSymbolAtLocation(source)
    if (!module) throw new Error(`${file} is not there: build first`)
    const declarations = checker
      .getExportsOfModule(module)
      .toSorted((left, right) => (left.name < right.name ? -1 : 1))
      .map((exported) => {
        const isAlias = (exported.flags & ts.SymbolFlags.Alias) !== 0
        const symbol = isAlias ? checker.getAliasedSymbol(exported) : exported
        return (symbol.declarations ?? []).map(print).join('\n')
      })
    return `## \`@sluice/server-sdk${path.slice(1)}\`\n\n\`\`\`ts\n${declarations.join('\n')}\n\`\`\`\n`
  })
  return `${HEADER}\n${sections.join('\n')}`

  function print(declaration: ts.Declaration): string {
    const statement = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration
    return printer
      .printNode(ts.EmitHint.Unspecified, statement, declaration.getSourceFile())
      .replace(/^export /, '')
  }
}

const { config } = ts.readConfigFile(join(import.meta.dirname, '../.oxfmtrc.json'), ts.sys.readFile)
const { code: report } = await format(REPORT, describeSurface(), config as FormatConfig)
if (process.argv.includes('--write')) writeFileSync(REPORT, report)
else if (!existsSync(REPORT) || readFileSync(REPORT, 'utf8') !== report) {
  console.error(
    'The public surface of @sluice/server-sdk is another than packages/server-sdk/api-report.md says. If that is meant: `node tools/api-report.ts --write`, read the difference, add a changeset.',
  )
  process.exitCode = 1
}
