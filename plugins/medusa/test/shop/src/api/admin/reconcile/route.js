/** Runs the plug-in's job now. */
import reconcile from '../../../../../../.medusa/server/src/jobs/reconcile.js'

export async function POST(request, response) {
  await reconcile(request.scope)
  response.json({})
}
