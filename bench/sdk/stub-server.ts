/** Answers every contender with the same bytes, as fast as it can. Prints its address. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const SESSION = Buffer.from(
  JSON.stringify({
    id: 'q2p3v4F7yXh1s0mJw9cLkA8bTnRzUeGdIoPiVfYxKEM',
    object: 'payment_intent',
    status: 'CREATED',
    terminal_id: 'T00000000001',
    reference: 'order-1001',
    description: 'Two tickets to Uppsala',
    currency: 'SEK',
    amount: 24_900,
    transaction_type: 'PURCHASE',
    return_url: 'https://shop.example/orders/1001',
    customer: null,
    country: null,
    metadata: null,
  }),
)
const TOKEN = Buffer.from(JSON.stringify({ access_token: 'token', expires_in: 86_400, token_type: 'Bearer' }))

const server = createServer((request, response) => {
  const body = request.url?.endsWith('/token') ? TOKEN : SESSION
  request.resume().on('end', () => {
    response
      .writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length })
      .end(body)
  })
})
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
