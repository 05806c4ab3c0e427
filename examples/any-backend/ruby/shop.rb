# What a shop's server does: `ruby shop.rb page|session|card|status|refund`. Each command prints JSON.
# frozen_string_literal: true

require_relative 'sluice'

RETURN_URL = 'https://shop.example/orders/done'

# Store the order before you send it. `amount` is in minor units: 2499 is 24.99.
def new_order = order("order-#{SecureRandom.hex(16)}")

def order(reference)
  { 'terminal_id' => ENV.fetch('SLUICE_TERMINAL_ID'), 'reference' => reference, 'amount' => 2499, 'currency' => 'EUR' }
end

# Take a payment on the payment page

# Answer the customer with 303 to `redirect_url`, and store `session_id` with the order.
def create_page(sluice, order)
  page = { **order, 'transaction_type' => 'PURCHASE', 'return_url' => RETURN_URL }
  sluice.call('POST', '/api/hosted-payment-page', page)
end

# Create a session for card fields

# Render `id` into the page with the card fields, and store it with the order.
def create_session(sluice, order)
  session = { **order, 'description' => 'Harbour lantern', 'transaction_type' => 'PURCHASE', 'return_url' => RETURN_URL }
  sluice.call('POST', '/api/sessions', session)
end

# Ask whether it is paid

# Asks by the id of a session or a transaction. The id came through a browser, so compare with the order.
def find_payment(sluice, order, id)
  payment = sluice.call('GET', "/api/transactions/#{URI.encode_www_form_component(id)}/status")['transaction']
  is_sale = %w[PURCHASE PAYMENT].include?(payment['transaction_type'])
  paid = payment['status'] == 'APPROVED' && payment >= order && is_sale
  { 'paid' => paid, 'status' => payment['status'], 'transaction_id' => payment['id'] }
rescue Sluice::Refused => e
  raise unless e.status == 404

  { 'paid' => false, 'status' => 'NOT_PAID_YET' }
end

# Refund

# Store `key` with the refund before you send it: however often you repeat the call, money moves once.
def refund(sluice, order, transaction_id, amount, key)
  request = { **order, 'parent_transaction_id' => transaction_id, 'transaction_type' => 'REFUND', 'amount' => amount }
  sluice.call('POST', '/api/transactions/manage', request, key: key)
end

# Take a card on your own server

BROWSER_INFO = { # from the customer's browser
  'user_agent' => 'Mozilla/5.0',
  'accept_header' => 'text/html',
  'java_enabled' => false,
  'color_depth' => 24,
  'screen_height' => 900,
  'screen_width' => 1440,
  'time_zone_offset' => -60,
  'language' => 'en-GB'
}.freeze

# A decline is an answer, not an exception: branch on `processing_code`.
def pay_by_card(sluice, order, number)
  card = sluice.seal_card(number: number, month: 12, year: '2040', cvv: '123')
  payment = {
    **order,
    'transaction_type' => 'PURCHASE',
    'return_url' => RETURN_URL,
    'payment_method' => { 'type' => 'card', 'data' => card },
    'customer_ip' => '203.0.113.7', # the customer's
    'browser_info' => BROWSER_INFO
  }
  next_step(sluice, sluice.call('POST', '/api/transactions/authorize', payment))
end

# 3-D Secure by redirect

# What to answer the customer's browser: a redirect, a form that it posts, or the result.
def next_step(sluice, envelope)
  while (action = envelope['action']) && action['type'] == 'THREE_DS_2_FINGERPRINT'
    path = "/api/transactions/three-ds/#{read_token(action)['three_ds_server_trans_id']}/request-authentication"
    # N: this shop skips the fingerprint, so banks challenge more often.
    answer = { 'fingerprint_result' => ['{"threeDSCompInd":"N"}'].pack('m0'), 'payment_data' => action['payment_data'] }
    envelope = sluice.call('POST', path, answer)
  end
  if action
    { 'transaction_id' => action['transaction_id'], 'form' => challenge_form(read_token(action)) }
  elsif (step = envelope['redirect'])
    { 'transaction_id' => step['transaction_id'], 'redirect' => step['url'] }
  elsif (step = envelope['form_submit'])
    { 'transaction_id' => step['transaction_id'], 'form' => { 'url' => step['url'], 'fields' => step['data'] } }
  else
    result = envelope['result']
    { 'transaction_id' => result['id'], **result.slice('status', 'processing_code') }
  end
end

# The browser posts this to the bank. The gateway finishes the payment and leads to `return_url`.
def challenge_form(token)
  request = {
    threeDSServerTransID: token['three_ds_server_trans_id'],
    acsTransID: token['acs_trans_id'],
    messageVersion: token['message_version'],
    messageType: 'CReq',
    challengeWindowSize: '05' # the full page
  }
  { 'url' => token['acs_url'], 'fields' => { 'creq' => Sluice.base64url(JSON.generate(request)) } }
end

def read_token(action) = JSON.parse(action['token'].unpack1('m'))

# Commands

def run(sluice, command, words)
  case [command, *words]
  in ['page']
    bought = new_order
    { 'reference' => bought['reference'], **create_page(sluice, bought) }
  in ['session']
    create_session(sluice, new_order)
  in ['card']
    bought = new_order
    { 'reference' => bought['reference'], **pay_by_card(sluice, bought, $stdin.gets.strip) }
  in ['status', reference, id]
    find_payment(sluice, order(reference), id)
  in ['refund', reference, transaction_id, amount, key]
    refund(sluice, order(reference), transaction_id, Integer(amount, 10), key)
  else
    abort 'page | session | card | status REFERENCE ID | refund REFERENCE TRANSACTION_ID AMOUNT KEY'
  end
end

puts JSON.generate(run(Sluice.new, ARGV.first, ARGV.drop(1)))
