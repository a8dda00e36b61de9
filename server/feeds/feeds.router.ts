import { Nothing, OnTenant } from '~/server/api/inputs'
import { command, query, router } from '~/server/api/procedure'
import { endFeed, endOnPlatform, OneFeed, OneOnPlatform, pauseFeed, pauseOnPlatform, resumeFeed, resumeOnPlatform, rotateFeed, rotateOnPlatform, testFeed, testOnPlatform } from './change-feed'
import { CreateFeed, CreateOnPlatform, createFeed, createOnPlatform } from './create-feed'
import { listFeeds, listOnPlatform } from './list-feeds'

export const feeds = router({
  list: query('feeds.list', OnTenant, listFeeds),
  listOnPlatform: query('feeds.listOnPlatform', Nothing, listOnPlatform),
  create: command('feeds.create', CreateFeed, createFeed),
  createOnPlatform: command('feeds.createOnPlatform', CreateOnPlatform, createOnPlatform),
  test: command('feeds.test', OneFeed, testFeed),
  testOnPlatform: command('feeds.testOnPlatform', OneOnPlatform, testOnPlatform),
  pause: command('feeds.pause', OneFeed, pauseFeed),
  pauseOnPlatform: command('feeds.pauseOnPlatform', OneOnPlatform, pauseOnPlatform),
  resume: command('feeds.resume', OneFeed, resumeFeed),
  resumeOnPlatform: command('feeds.resumeOnPlatform', OneOnPlatform, resumeOnPlatform),
  rotate: command('feeds.rotate', OneFeed, rotateFeed),
  rotateOnPlatform: command('feeds.rotateOnPlatform', OneOnPlatform, rotateOnPlatform),
  end: command('feeds.end', OneFeed, endFeed),
  endOnPlatform: command('feeds.endOnPlatform', OneOnPlatform, endOnPlatform),
})
