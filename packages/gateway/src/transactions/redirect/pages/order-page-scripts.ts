import { scriptHash } from '@sluice/shared/html'
import type { ScriptRecord } from '@sluice/shared/script-record'

/**
 * Copies text, shows times in the shopper's time zone, and polls whether the payment has ended: at once when the
 * shopper returns from the app, otherwise with back-off, and never while the page is hidden. Data reaches the script
 * through attributes, so that the script has one hash.
 */
export const WATCH_ORDER = `(() => {
  const { state, copied } = document.body.dataset
  const status = document.getElementById('copied')
  for (const time of document.querySelectorAll('time'))
    time.textContent = new Date(time.dateTime).toLocaleString(document.documentElement.lang, {
      dateStyle: 'medium', timeStyle: 'short',
    })
  for (const button of document.querySelectorAll('button[data-copy]')) {
    button.hidden = false
    button.addEventListener('click', async () => {
      try {
        await navigator.clipboard.writeText(button.dataset.copy)
      } catch {
        const shown = button.closest('div').querySelector('.value')
        if (shown) getSelection().selectAllChildren(shown)
        return
      }
      const [label] = button.children
      label.dataset.label ??= label.textContent
      label.textContent = status.textContent = copied
      setTimeout(() => { label.textContent = label.dataset.label; status.textContent = '' }, 2500)
    })
  }
  let delay = 2000, timer
  const ask = async (query) => {
    clearTimeout(timer)
    try {
      const answer = await fetch(state + query, { cache: 'no-store' })
      if (answer.ok && !(await answer.json()).pending) return location.reload()
    } catch {}
    delay = Math.min(delay * 1.2, 15000)
    if (document.visibilityState === 'visible') timer = setTimeout(ask, delay, '')
  }
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible') return
    delay = 2000
    ask('?ask')
  })
  timer = setTimeout(ask, delay, '')
})()`

/** Returns the shopper to the shop after time to read the outcome. A pressed key or a touch stops the timer. */
export const GO_BACK = `(() => {
  const timer = setTimeout(() => location.replace(document.body.dataset.back), 6000)
  for (const touched of ['keydown', 'pointerdown'])
    addEventListener(touched, () => clearTimeout(timer), { once: true })
})()`

/** The scripts of these pages, for the inventory of a payment page's scripts. */
export const ORDER_PAGE_SCRIPTS: readonly ScriptRecord[] = [
  {
    name: 'inline script of the page of an order',
    purpose: 'Copies account numbers and codes, and asks whether the payment has ended.',
    source: WATCH_ORDER,
  },
  {
    name: 'inline script of the page of an ended order',
    purpose: 'Takes the shopper back to the shop.',
    source: GO_BACK,
  },
].map(({ source, ...record }) => ({
  ...record,
  owner: 'Sluice',
  origin: 'base',
  address: '/orders/<handle>/pay',
  integrity: scriptHash(source).slice(1, -1),
}))
