import { command, query, router } from '~/server/api/procedure'
import { AnswerLines, AnswerLinesOnPlatform, answerLines, answerLinesInTenant, answerLinesOnPlatform } from './answer-lines'
import { BeginReview, BeginReviewOnPlatform, beginReview, beginReviewOnPlatform } from './begin-review'
import { ListReviews, ListReviewsOnPlatform, listReviews, listReviewsOnPlatform, ReadReview, ReadReviewOnPlatform, readReview, readReviewOnPlatform } from './list-reviews'

export const reviews = router({
  answer: command('reviews.answer', AnswerLines, answerLines),
  answerInTenant: command('reviews.answerInTenant', AnswerLines, answerLinesInTenant),
  answerOnPlatform: command('reviews.answerOnPlatform', AnswerLinesOnPlatform, answerLinesOnPlatform),
  begin: command('reviews.begin', BeginReview, beginReview),
  beginOnPlatform: command('reviews.beginOnPlatform', BeginReviewOnPlatform, beginReviewOnPlatform),
  list: query('reviews.list', ListReviews, listReviews),
  listOnPlatform: query('reviews.listOnPlatform', ListReviewsOnPlatform, listReviewsOnPlatform),
  read: query('reviews.read', ReadReview, readReview),
  readOnPlatform: query('reviews.readOnPlatform', ReadReviewOnPlatform, readReviewOnPlatform),
})
