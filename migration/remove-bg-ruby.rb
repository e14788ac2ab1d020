# frozen_string_literal: true

# Points the gem remove_bg, whose address is built in, to your own server: RemoveBg.from_file and all other calls.
#
# In Rails, copy it to config/initializers. Elsewhere: SILHOUETTE_URL=https://YOUR-HOST ruby -r ./remove-bg-ruby.rb app.rb

require "remove_bg"

address = ENV.fetch("SILHOUETTE_URL", "")
unless address.match?(%r{\Ahttps?://[^/]+/?\z})
  raise "SILHOUETTE_URL is #{address.inspect}. Set it to the address of your server without a path, such as https://cutout.example.com"
end

# The gem reads both when it opens a connection, so a new value applies from the next call on.
{
  [RemoveBg::Api, :URL] => address,
  # In seconds. The gem gives up after 10 or 20, and sends the picture again; on a CPU an answer can take longer.
  [RemoveBg::HttpConnection, :HTTP_BASE_TIMEOUT] => 60
}.each do |(owner, name), value|
  owner.send(:remove_const, name)
  owner.const_set(name, value)
end
