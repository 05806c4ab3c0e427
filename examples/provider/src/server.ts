import { readFileSync } from 'node:fs'

import { openBooks } from './books.ts'
import { createProvider } from './provider.ts'

const { PORT = '9200', PROVIDER_LOG = 'provider.log', PROVIDER_SECRET_FILE = 'provider-secret' } = process.env

const secret = readFileSync(PROVIDER_SECRET_FILE, 'utf8').trim()
createProvider(openBooks(PROVIDER_LOG), secret).listen(Number(PORT), '127.0.0.1')
