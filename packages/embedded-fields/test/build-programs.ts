import { rollup, type RollupOptions } from 'rollup'

import { frameDocument, type FrameDocument } from '../src/assets.ts'

export interface Programs {
  readonly script: string
  readonly cardFrame: FrameDocument
  readonly threeDsFrame: FrameDocument
}

/** Builds the three programs from the sources, in memory: a test must never see an older build. */
export async function buildPrograms(): Promise<Programs> {
  const address = new URL('../rollup.config.mjs', import.meta.url).href
  const { default: configs } = (await import(address)) as { default: readonly RollupOptions[] }
  const files = Object.fromEntries((await Promise.all(configs.map(generate))).flat())
  return {
    script: files['embedded-fields.js'] ?? '',
    cardFrame: frameDocument(files['card-frame.html'] ?? ''),
    threeDsFrame: frameDocument(files['three-ds-frame.html'] ?? ''),
  }
}

async function generate(config: RollupOptions): Promise<[string, string][]> {
  const bundle = await rollup({ ...config, logLevel: 'silent' })
  const [output] = [config.output].flat()
  const { output: files } = await bundle.generate(output ?? {})
  await bundle.close()
  return files.map((file) => [file.fileName, file.type === 'chunk' ? file.code : String(file.source)])
}
