import { defineMiddlewares } from '@medusajs/framework/http'
import { followOrder } from '../../bench.js'

export default defineMiddlewares({ routes: [{ matcher: '/store/*', middlewares: [followOrder] }] })
