import { pageName, type Source } from './sources.ts'

/** A code block of a document. */
export interface Sample {
  readonly path: string
  /** The number of the block's first line, from 1. */
  readonly line: number
  readonly language: string
  /** The text after the language: the test that runs it, or the reason why none does. */
  readonly note: string
  readonly code: string
}

/** Every code block of a document that names its language. */
export function listSamples({ path, markdown }: Source): readonly Sample[] {
  return [...markdown.matchAll(/^( *)```(\w+) ?(.*)\n([^]*?)\n\1```$/gm)].map((match) => {
    const [, indent = '', language = '', note = '', code = ''] = match
    return {
      path,
      line: markdown.slice(0, match.index).split('\n').length + 1,
      language,
      note,
      code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    }
  })
}

/** Samples of READMEs assume a shop that does not exist: they are fragments, and only parsed. */
export function isFragment({ path }: Pick<Sample, 'path'>): boolean {
  return path.startsWith('packages/') || path.startsWith('examples/')
}

/** The TypeScript of each page as one module, by file name, because later samples continue earlier ones. */
export function listModules(sources: readonly Source[]): ReadonlyMap<string, string> {
  const pages = sources
    .filter((source) => !isFragment(source))
    .map((source) => ({
      name: pageName(source.path).replaceAll('/', '-'),
      blocks: listSamples(source).filter(({ language }) => language === 'ts'),
    }))
    .filter(({ blocks }) => blocks.length > 0)
  return new Map(
    pages.map(({ name, blocks }) => [
      `${name}.ts`,
      `${blocks.map(({ code }) => code).join('\n\n')}\n\nexport {}\n`,
    ]),
  )
}
