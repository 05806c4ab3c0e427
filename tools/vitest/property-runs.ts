/**
 * Property tests draw the same cases in every `npm test`, so that its verdict is about the change and not about luck.
 * `npm run verify -- properties` draws new ones; what it finds is printed with its seed and becomes an example in the test.
 */
import { env } from 'node:process'
import fc from 'fast-check'

const EVERYDAY_SEED = 20_261_121

fc.configureGlobal({ seed: Number(env['PROPERTY_SEED'] ?? EVERYDAY_SEED) })
