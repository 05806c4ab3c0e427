import type { SessionRequest } from '@sluice/types'

import { readRequested } from '../transactions/index.ts'
import type { SessionOptions } from './session.ts'

export function readOptions(options: SessionRequest['options']): SessionOptions {
  return {
    requested: readRequested(options?.three_ds),
    maxInstallments: options?.installments?.max_count ?? null,
  }
}
