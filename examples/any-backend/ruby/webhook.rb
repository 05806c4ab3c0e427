# Receives webhooks at PORT. Your framework takes the place of webrick; read the raw body there, too: in Rails,
# `request.raw_post`.
# frozen_string_literal: true

require 'webrick'
require_relative 'sluice'

SECRETS = ENV.fetch('SLUICE_WEBHOOK_SECRET').split
$stdout.sync = true

server = WEBrick::HTTPServer.new(
  BindAddress: '127.0.0.1',
  Port: ENV.fetch('PORT', '3000').to_i,
  Logger: WEBrick::Log.new(File::NULL),
  AccessLog: []
)
server.mount_proc('/') do |request, response|
  event = Sluice.verify_webhook(
    id: request['webhook-id'],
    timestamp: request['webhook-timestamp'],
    signatures: request['webhook-signature'],
    body: request.body.to_s,
    secrets: SECRETS
  )
  if event
    # Store webhook-id in the same transaction as your change: a message may arrive twice. Then answer 2xx within 15 seconds.
    summary = event['payload'].slice('reference', 'status', 'amount')
    puts JSON.generate({ 'id' => request['webhook-id'], 'event' => event['event'], **summary })
  end
  response.status = event ? 204 : 400
end
trap('TERM') { server.shutdown }
server.start
