import type { ClientSession } from '@sluice/types'
import { findElement } from '../../page/find-element.ts'
import type { Localizer } from '../../page/localizer.ts'
import { countInstallments, type PayingCard } from '@sluice/embedded-fields/parts'

export interface InstallmentsView {
  /** Offers what the session allows for a card; null for a way to pay without one. */
  offer(card: PayingCard | null): void
  /** Replaces the session after the merchant changed it. */
  changeSession(session: ClientSession): void
  setBusy(isBusy: boolean): void
  /** The chosen count; undefined to pay in full. */
  readonly count: number | undefined
}

/** Makes the choice of installments interactive; null if the document has none. */
export function showInstallments(session: ClientSession, localizer: Localizer): InstallmentsView | null {
  const box = document.querySelector<HTMLElement>('#installments')
  if (box === null) return null
  const select = findElement<HTMLSelectElement>('#installment-count')
  const inFull = new Option('', '1')
  select.add(inFull)
  localizer.put(inFull, localizer.words('payInFull'))
  let card: PayingCard | null = null
  /** While a number is typed, its brand may change for a moment: the choice survives that. */
  let wanted = 1
  select.addEventListener('change', () => (wanted = Number(select.value)))

  const draw = () => {
    const counts = card === null ? [] : countInstallments(session.installments, card)
    if (counts.join() !== listCounts(select).join())
      select.replaceChildren(inFull, ...counts.map((count) => new Option(String(count), String(count))))
    select.value = String(counts.includes(wanted) ? wanted : 1)
    box.hidden = counts.length === 0
  }
  return {
    offer(offered) {
      card = offered
      draw()
    },
    changeSession(changed) {
      session = changed
      draw()
    },
    setBusy: (isBusy) => void (select.disabled = isBusy),
    get count() {
      const count = Number(select.value)
      return count > 1 ? count : undefined
    },
  }
}

function listCounts(select: HTMLSelectElement): readonly number[] {
  return [...select.options].slice(1).map(({ value }) => Number(value))
}
