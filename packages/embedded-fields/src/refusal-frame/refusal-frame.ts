/**
 * The document that the gateway serves where it serves no form: it tells the page around it why. A frame that is blocked by
 * its own policy, or not served at all, could not.
 */
import { readFragment } from '../protocol/frame-address.ts'
import { refusePage } from '../protocol/handshake.ts'

const { refusal = '' } = document.body.dataset
refusePage(readFragment(location.hash).nonce, refusal)
