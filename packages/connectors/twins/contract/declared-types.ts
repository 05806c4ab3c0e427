import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'

/** A type in a declaration file, and the namespaces around it, in which its own names are looked up. */
export interface DeclaredType {
  /** The namespaces and the name, which are unique in the package. */
  readonly name: string
  readonly node: ts.InterfaceDeclaration | ts.TypeAliasDeclaration
  readonly scope: Scope
}

/** The declarations of one block. An interface and a namespace may share a name. */
export interface Scope {
  readonly path: string
  readonly outer: Scope | null
  readonly types: ReadonlyMap<string, ts.InterfaceDeclaration | ts.TypeAliasDeclaration>
  readonly spaces: ReadonlyMap<string, ts.ModuleBlock>
  /** Maps a local name to a file and the name there. */
  readonly imports: ReadonlyMap<string, { readonly file: string; readonly name: string }>
}

/** Finds types in a package's declaration files, and reads each file when a type of it is needed. */
export interface DeclaredTypes {
  readonly ofFile: (file: string, name: string) => DeclaredType
  readonly ofName: (name: ts.EntityName, scope: Scope) => DeclaredType | null
}

/** @param root - The folder that file names are relative to. */
export function readDeclaredTypes(root: string): DeclaredTypes {
  const files = new Map<string, Scope>()

  function fileScope(file: string): Scope {
    let scope = files.get(file)
    if (!scope) {
      const text = readFileSync(join(root, file), 'utf8')
      const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest)
      scope = scopeOf(source.statements, folderOf(file), null, file)
      files.set(file, scope)
    }
    return scope
  }

  function ofFile(file: string, name: string): DeclaredType {
    const found = find(name.split('.'), fileScope(file))
    if (!found) throw new Error(`${file} declares no type ${name}`)
    return found
  }

  /** Searches the block itself, then the enclosing ones, then the imports of the file. */
  function find(names: readonly string[], scope: Scope | null): DeclaredType | null {
    if (scope === null) return null
    const [first = '', ...rest] = names
    const imported = scope.imports.get(first)
    if (imported) {
      const there = imported.name === EVERYTHING ? rest : [imported.name, ...rest]
      return find(there, fileScope(imported.file))
    }
    return within(names, scope) ?? find(names, scope.outer)
  }

  return { ofFile, ofName: (name, scope) => find(listNames(name), scope) }
}

function within(names: readonly string[], scope: Scope): DeclaredType | null {
  const [first = '', ...rest] = names
  if (rest.length === 0) {
    const node = scope.types.get(first)
    return node ? { name: `${scope.path}${first}`, node, scope } : null
  }
  const space = scope.spaces.get(first)
  return space ? within(rest, scopeOf(space.statements, `${scope.path}${first}.`, scope, '')) : null
}

function scopeOf(
  statements: ts.NodeArray<ts.Statement>,
  path: string,
  outer: Scope | null,
  file: string,
): Scope {
  const types = new Map<string, ts.InterfaceDeclaration | ts.TypeAliasDeclaration>()
  const spaces = new Map<string, ts.ModuleBlock>()
  const imports = new Map<string, { file: string; name: string }>()
  for (const statement of statements) {
    if (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement))
      types.set(statement.name.text, statement)
    else if (ts.isModuleDeclaration(statement) && statement.body && ts.isModuleBlock(statement.body))
      spaces.set(statement.name.text, statement.body)
    else if (ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement))
      for (const [local, found] of importsOf(statement, file)) imports.set(local, found)
  }
  return { path, outer, types, spaces, imports }
}

/** The name of `import * as`. The next part is looked up in the file itself. */
const EVERYTHING = '*'

/** Imports and re-exports of a file are found in the same way. */
function importsOf(
  statement: ts.ImportDeclaration | ts.ExportDeclaration,
  file: string,
): [string, { file: string; name: string }][] {
  const { moduleSpecifier } = statement
  if (!moduleSpecifier || !ts.isStringLiteral(moduleSpecifier)) return []
  const path = join(dirname(file), moduleSpecifier.text.replace(/\.js$/, '.d.ts'))
  const bindings = ts.isImportDeclaration(statement)
    ? statement.importClause?.namedBindings
    : statement.exportClause
  if (!bindings) return []
  if (ts.isNamespaceImport(bindings) || ts.isNamespaceExport(bindings))
    return ts.isIdentifier(bindings.name) ? [[bindings.name.text, { file: path, name: EVERYTHING }]] : []
  return bindings.elements.map((one) => [
    one.name.text,
    { file: path, name: (one.propertyName ?? one.name).text },
  ])
}

/** Distinguishes objects of one name in two folders: a dispute of a payment, and one of an issued card. */
function folderOf(file: string): string {
  const folder = dirname(file).replace(/^(\.|resources)\/?/, '')
  return folder && `${folder.replaceAll('/', '.')}.`
}

function listNames(name: ts.EntityName): string[] {
  return ts.isIdentifier(name) ? [name.text] : [...listNames(name.left), name.right.text]
}
