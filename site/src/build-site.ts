import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { bundleBrowserPrograms } from './browser-programs.ts'
import { makeGeneratedPages } from './generated-pages.ts'
import { renderLayout } from './layout.ts'
import { joinForPrograms, listForPrograms } from './llms.ts'
import { readTarget, renderMarkdown } from './markdown.ts'
import { ENTRANCES, entranceOf, listMenuPages } from './navigation.ts'
import { listContents } from './portal-contents.ts'
import { makeSearchIndex } from './search-index.ts'
import { descriptionOf, pageName, readSources, titleOf } from './sources.ts'

/** The placeholder in a layout for the page's own markup. */
const SLOT = '\u{E000}'

/** Decisions explain the code to its contributors, and would outrank the pages that readers search for. */
const DECISIONS = 'decisions/'

/** The whole site: path below its root → what the file holds. */
export type SiteFiles = ReadonlyMap<string, string | Buffer>

/** Creates every file of the site from the repository at `root`. Writes nothing. */
export async function buildSite(root: string): Promise<SiteFiles> {
  const written = readSources(root)
  const sources = [...written, ...makeGeneratedPages(written)]
  const pages = new Map(
    sources.map((source) => [
      source.path,
      { ...source, name: pageName(source.path), title: titleOf(source), description: descriptionOf(source) },
    ]),
  )
  const attachments = readAttachments(root)
  const leadTo = (from: string, extension: string) => (target: string) => {
    if (/^\w+:|^\/|^#/.test(target)) return target
    const { path, anchor } = readTarget(from, target)
    const page = pages.get(path) ?? pages.get(`${path}/README.md`)
    const file = page ? `${page.name}${extension}` : attachments.get(path)?.file
    if (file === undefined) return null
    return posix.relative(posix.dirname(pageName(from)), file) + anchor
  }

  const files = new Map<string, string | Buffer>(
    [...attachments.values()].map(({ file, content }) => [file, content]),
  )
  const rendered = [...pages.values()].map((page) => {
    const { html, passages } = renderMarkdown(page.markdown, leadTo(page.path, '.html'))
    const layout = renderLayout({ ...page, passages, slot: SLOT }, pages)
    files.set(
      `${page.name}.html`,
      layout.toString().replace(SLOT, () => html),
    )
    files.set(`${page.name}.md`, relinkMarkdown(page.markdown, leadTo(page.path, '.md')))
    return { ...page, passages, entrance: entranceOf(page.path).id }
  })
  files.set('search.json', makeSearchIndex(rendered.filter(({ name }) => !name.startsWith(DECISIONS))))
  files.set('contents.json', listContents(rendered))
  files.set('llms.txt', listForPrograms(ENTRANCES, pages))
  files.set('llms-full.txt', joinForPrograms(listMenuPages(), pages))
  files.set('site.css', readFileSync(new URL('site.css', import.meta.url), 'utf8'))
  for (const [name, program] of await bundleBrowserPrograms()) files.set(name, program)
  return files
}

/** The unchanged document, with links that work in the site. */
function relinkMarkdown(markdown: string, leadTo: (target: string) => string | null): string {
  return markdown.replaceAll(/(\[[^\]]*\])\(([^)\s]+)\)/g, (_whole, text: string, target: string) => {
    const address = leadTo(target)
    return address === null ? text.slice(1, -1) : `${text}(${address})`
  })
}

interface Attachment {
  /** Its place in the site. */
  readonly file: string
  readonly content: Buffer
}

/** Folders whose files pages show or offer. Samples get a further ending, because servers know few languages by name. */
const ATTACHED = [
  { folder: 'docs/images', names: /\.(?:webp|svg)$/, ending: '' },
  { folder: 'packages/card-encryption/test/vectors', names: /\.json$/, ending: '' },
  { folder: 'packages/server-sdk/test/vectors', names: /\.json$/, ending: '' },
  { folder: 'examples/any-backend', names: /\.(?:sh|php|py|java|go|mod|rb)$/, ending: '.txt' },
]

/** Reads the attachments, by their paths in the repository. */
function readAttachments(root: string): ReadonlyMap<string, Attachment> {
  return new Map(
    ATTACHED.flatMap(({ folder, names, ending }) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => names.test(name))
        .map((name) => {
          const path = `${folder}/${name.replaceAll('\\', '/')}`
          return [path, { file: pageName(path) + ending, content: readFileSync(join(root, path)) }] as const
        }),
    ),
  )
}
