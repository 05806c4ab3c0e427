import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/** A page before it is rendered. */
export interface Source {
  /**
   * The path of the Markdown in the repository; links are relative to it. Generated pages have a path as if they were.
   */
  readonly path: string
  readonly markdown: string
}

/** Reads every document of the repository that becomes a page. */
export function readSources(root: string): readonly Source[] {
  const paths = [
    ...listMarkdown(root, 'docs'),
    ...listReadmes(root, 'packages'),
    ...readdirSync(join(root, 'packages')).flatMap((name) => listMarkdown(root, `packages/${name}/docs`)),
    ...listReadmes(root, 'examples'),
  ]
  return paths.map((path) => ({ path, markdown: readFileSync(join(root, path), 'utf8') }))
}

/**
 * Returns the path of a page in the site, without extension: `docs/errors.md` → `errors`, `packages/types/README.md` →
 * `packages/types`.
 */
export function pageName(path: string): string {
  return path
    .replace(/^docs\//, '')
    .replace(/\/README\.md$/, '')
    .replace(/\.md$/, '')
}

/** Returns the text of the first heading. */
export function titleOf({ path, markdown }: Source): string {
  return /^# (.+)$/m.exec(markdown)?.[1]?.replaceAll('`', '') ?? basename(path)
}

/** Returns the first paragraph as plain text, in at most 160 characters: what a search engine shows. */
export function descriptionOf({ markdown }: Source): string {
  const paragraph = markdown
    .split(/\n{2,}/)
    .find((block) => /^[A-Z`]/.test(block) && !block.startsWith('```'))
  const text = (paragraph ?? '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return text.length <= DESCRIPTION_CHARACTERS ? text : `${text.slice(0, DESCRIPTION_CHARACTERS - 1)}…`
}

const DESCRIPTION_CHARACTERS = 160

function listMarkdown(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .sort()
}

function listReadmes(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: false, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => `${folder}/${entry.name}/README.md`)
    .filter((path) => readable(join(root, path)))
    .sort()
}

function readable(path: string): boolean {
  try {
    return readFileSync(path, 'utf8') !== ''
  } catch {
    return false
  }
}
