import { Nothing, OnTenant } from '~/server/api/inputs'
import { command, query, router } from '~/server/api/procedure'
import { endOnPlatform, endWebhook, MessageOnPlatform, OneMessage, OneOnPlatform, OneWebhook, retryMessage, retryOnPlatform, rotateOnPlatform, rotateWebhook, testOnPlatform, testWebhook } from './change-webhook'
import { CreateOnPlatform, CreateWebhook, createOnPlatform, createWebhook } from './create-webhook'
import { HistoryOnPlatform, historyOnPlatform, ListHistory, listHistory, listOnPlatform, listWebhooks } from './list-webhooks'

export const webhooks = router({
  list: query('webhooks.list', OnTenant, listWebhooks),
  listOnPlatform: query('webhooks.listOnPlatform', Nothing, listOnPlatform),
  history: query('webhooks.history', ListHistory, listHistory),
  historyOnPlatform: query('webhooks.historyOnPlatform', HistoryOnPlatform, historyOnPlatform),
  create: command('webhooks.create', CreateWebhook, createWebhook),
  createOnPlatform: command('webhooks.createOnPlatform', CreateOnPlatform, createOnPlatform),
  rotate: command('webhooks.rotate', OneWebhook, rotateWebhook),
  rotateOnPlatform: command('webhooks.rotateOnPlatform', OneOnPlatform, rotateOnPlatform),
  end: command('webhooks.end', OneWebhook, endWebhook),
  endOnPlatform: command('webhooks.endOnPlatform', OneOnPlatform, endOnPlatform),
  test: command('webhooks.test', OneWebhook, testWebhook),
  testOnPlatform: command('webhooks.testOnPlatform', OneOnPlatform, testOnPlatform),
  retry: command('webhooks.retry', OneMessage, retryMessage),
  retryOnPlatform: command('webhooks.retryOnPlatform', MessageOnPlatform, retryOnPlatform),
})
