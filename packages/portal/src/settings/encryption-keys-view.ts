import type { EncryptionKeySet } from '@sluice/types'
import { html, type TemplateResult } from 'lit'

import { SETTINGS_TEXTS } from '../texts/settings-texts.ts'
import { formatMoment } from '../wording/format.ts'
import { keyState } from './key-state.ts'

const { keys: texts } = SETTINGS_TEXTS

/** Returns the public keys of a merchant, and where each is in its rotation. */
export function encryptionKeysView({ keys }: EncryptionKeySet, nowMs: number): TemplateResult {
  return html`<table>
    <caption class="unseen">
      ${texts.caption}
    </caption>
    <thead>
      <tr>
        <th scope="col">${texts.algorithm}</th>
        <th scope="col" class="wide">${texts.id}</th>
        <th scope="col">${texts.state}</th>
        <th scope="col" class="wide">${texts.from}</th>
        <th scope="col">${texts.until}</th>
      </tr>
    </thead>
    <tbody>
      ${keys.map((key) => {
        const state = keyState(key, keys, nowMs)
        return html`<tr>
          <th scope="row">${key.alg}</th>
          <td class="wide"><code>${key.kid}</code></td>
          <td><span class="mark ${state === 'used' ? 'good' : 'open'}">${texts.states[state]}</span></td>
          <td class="wide">${formatMoment(new Date(key.nbf * 1000))}</td>
          <td>${formatMoment(new Date(key.exp * 1000))}</td>
        </tr>`
      })}
    </tbody>
  </table>`
}
