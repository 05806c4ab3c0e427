import { rollup, type RollupOptions } from 'rollup'

/** Builds all browser programs from the sources, in memory. @returns their texts by file name. */
export async function buildPrograms(): Promise<ReadonlyMap<string, string>> {
  const address = new URL('../rollup.config.mjs', import.meta.url).href
  const { default: configs } = (await import(address)) as { default: readonly RollupOptions[] }
  return new Map((await Promise.all(configs.map(generate))).flat())
}

async function generate(config: RollupOptions): Promise<[fileName: string, text: string][]> {
  const bundle = await rollup({ ...config, logLevel: 'silent' })
  const [output] = [config.output].flat()
  const { output: files } = await bundle.generate(output ?? {})
  await bundle.close()
  return files.map((file) => [file.fileName, file.type === 'chunk' ? file.code : String(file.source)])
}
