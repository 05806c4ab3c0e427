// Polls until the payment is decided, then shows the outcome. The page does not reload meanwhile, so that readers keep
// their place. Without JavaScript the page reloads itself.

const INTERVAL_MS = 2_000

setTimeout(lookAgain, INTERVAL_MS)

async function lookAgain() {
  try {
    const response = await fetch(location.href, { cache: 'no-store' })
    if (!(await response.text()).includes('id="pending"')) return location.reload()
  } catch {
    // No connection at the moment: the next look may have one.
  }
  setTimeout(lookAgain, INTERVAL_MS)
}
