/** The example as a process with the fault that `FAULT` names. */
import { readFileSync } from 'node:fs'

import { openBooks } from '../src/books.ts'
import { createProvider } from '../src/provider.ts'
import { FAULTS_AFTER_KILLS, findInterrupted } from './interrupted-calls.ts'

const { PORT, PROVIDER_LOG = '', PROVIDER_SECRET_FILE = '', FAULT = '' } = process.env

const plant = FAULTS_AFTER_KILLS[FAULT]
if (plant === undefined) throw new Error(`no fault ${FAULT}`)
const books = plant(...findInterrupted(openBooks(PROVIDER_LOG), `${PROVIDER_LOG}.over`))
createProvider(books, readFileSync(PROVIDER_SECRET_FILE, 'utf8').trim()).listen(Number(PORT), '127.0.0.1')
