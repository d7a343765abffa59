/** Waits until all webhooks that came are handled. `delivery`: tells what became of this one. */
export async function POST(request, response) {
  const bus = request.scope.resolve('event_bus')
  const { delivery } = request.body ?? {}
  if (delivery === undefined) await bus.whenIdle()
  response.json({ failed: delivery === undefined ? null : await bus.outcome(delivery) })
}
