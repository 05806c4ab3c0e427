/** A process with an adapter, which the suite kills and restarts. Its argument is JSON. */
import { type ExampleAdapterOptions, serveExampleAdapter } from './example-adapter.ts'

await serveExampleAdapter(JSON.parse(process.argv[2] ?? '') as ExampleAdapterOptions)
